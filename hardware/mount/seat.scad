// The box of a seat's button: an arcade button of 24 mm on the table before each player.
// Both parts lie as they are printed, without supports; the floor is screwed in from below (2 screws M3 by 10).
//
//   for part in seat seat_floor; do openscad -o $part.stl --export-format binstl -D "part=\"$part\"" seat.scad; done

include <measures.scad>

part = "seat";           // seat, seat_floor
button = 24.2;           // hole for an arcade button of 24 mm; a push button of 12 mm: 12.2
size = [58, 40];         // diameter and height: a snap-in button reaches some 32 behind its panel
floor_thick = 3;

module posts() for (side = [-1, 1]) translate([0, side * (size.x / 2 - wall - 3)]) children();

// Upside down, its face on the bed.
module seat() difference() {
    union() {
        difference() {
            cylinder(d1 = size.x - 6, d2 = size.x, h = 3);
            translate([0, 0, -1]) cylinder(d = button, h = 9);
        }
        translate([0, 0, 3]) difference() {
            cylinder(d = size.x, h = size.y - 3);
            translate([0, 0, -0.01]) cylinder(d = size.x - 2 * wall, h = size.y);
        }
        intersection() {
            posts() translate([-4, -4, 2.9]) cube([8, 8, size.y - floor_thick - 2.9]);
            cylinder(d = size.x - 1, h = size.y);
        }
    }
    posts() translate([0, 0, size.y - floor_thick - 14]) cylinder(d = m3_tap, h = 20);
    translate([0, 0, -1]) cylinder(d = button, h = 3.99);
    translate([size.x / 2 - wall - 1, -3, size.y - 5]) cube([wall + 2, 6, 6]);  // the cable
}

module seat_floor() difference() {
    cylinder(d = size.x - 2 * wall - 2 * fit, h = floor_thick);
    posts() translate([0, 0, -1]) cylinder(d = 3.4, h = 9);
    posts() translate([0, 0, -0.01]) cylinder(d1 = 6.6, d2 = 3.2, h = 1.8);  // countersunk
}

if (part == "seat") seat();
if (part == "seat_floor") seat_floor();
