// The case: a Raspberry Pi 4 or 5 behind, display, the two buttons of the referee and the buzzer in the lid.
// It hangs on the upright close under the elbow, USB-C and ribbon up, so that a ribbon of 500 mm reaches the camera.
// Both parts lie as they are printed, without supports.
//
//   for part in base lid; do openscad -o $part.stl --export-format binstl -D "part=\"$part\"" case.scad; done

include <measures.scad>

part = "base";           // base, lid
display = "ssd1309";     // ssd1309 (2.42"), ssd1306 (0.96")
referee_hole = 12.2;     // of buttons A and B: 12 mm push buttons
buzzer = 12.4;           // a piezo of 12 mm, pressed into a ring

inner = [101, 82, 42];   // room inside: the board, wires below it, plugs on the header (20 over the board)
pillar = 7;              // corner posts for the lid's screws
pi_at = [pillar + 1, 1]; // the board's corner beside USB-C
pi_post = 5;             // the board over the floor
holder_holes = [56, 24]; // as in arm.scad
outer = [inner.x + 2 * wall, inner.y + 2 * wall];
lip = 2;

// Board and lit area. https://www.waveshare.com/wiki/2.42inch_OLED_Module; 0.96": the board as measured by others
// (27.8 by 27.5), the lit area by https://cdn.shopify.com/s/files/1/0264/7629/files/DM-OLED096-624_Datasheet.pdf
display_board = display == "ssd1309" ? [61.5, 39.5] : [27.8, 27.5];
display_lit = display == "ssd1309" ? [55.01, 27.49] : [21.74, 10.86];
display_shift = 0;       // of the lit area from the board's middle, towards USB-C: makers differ, measure yours
display_deep = 4;        // glass and board together
display_at = [inner.x / 2, 30];
buttons_at = [[24, 68], [inner.x - 24, 68]];
buzzer_at = [inner.x / 2, 68];

module box() linear_extrude(wall + inner.z) rounded(outer, 5);
module room() translate([wall, wall, wall]) linear_extrude(inner.z + 1) square([inner.x, inner.y]);
module inside() translate([wall, wall, wall]) children();

module corners(r = pillar / 2) for (x = [r, inner.x - r], y = [r, inner.y - r]) translate([x, y]) children();

module board_holes() for (x = [0, 1], y = [0, 1])
    translate(pi_at + [pi_inset + x * pi_holes.x, pi_inset + y * pi_holes.y]) children();

// An opening in the wall beside USB-C, its middle from the board's corner, over the board's upper face.
module socket(middle, size) translate([pi_at.x + middle - size.x / 2, -wall - 1, pi_post + 1.5 - size.y / 2 + 1.6])
    cube([size.x, wall + 2, size.y]);

module base() difference() {
    union() {
        difference() { box(); room(); }
        inside() corners() translate([-pillar / 2, -pillar / 2]) cube([pillar, pillar, inner.z]);
        inside() board_holes() cylinder(d = 6, h = pi_post);
    }
    inside() {
        corners() translate([0, 0, inner.z - 14]) cylinder(d = m3_tap, h = 15);
        board_holes() translate([0, 0, -1]) cylinder(d = m25_tap, h = 20);
        socket(pi_power, [13, 8]);
        socket((pi_videos[0][0] + pi_videos[0][1]) / 2, [26, 8]);
        // the ribbon is laid in from above
        translate([pi_at.x + 37, -wall - 1, inner.z - 5]) cube([22, wall + 2, 10]);
        // the wires of seat buttons leave below
        translate([inner.x / 2 - 15, inner.y - 1, inner.z - 6]) cube([30, wall + 2, 10]);
        // USB and network; two ribs carry the wall above while it is printed: break them out where a plug is to go in
        translate([inner.x - 1, pi_at.y + 1, pi_post + 1]) difference() {
            cube([wall + 2, pi_board.y - 2, 17]);
            for (y = [17.8, 36.5]) translate([0, y - 0.4, -1]) cube([wall + 1, 0.8, 19]);
        }
        // air: it enters below, passes both sides of the board and leaves above
        for (x = [14 : 8 : inner.x - 14]) {
            translate([x - 1.5, inner.y - 1, 4]) cube([3, wall + 2, 24]);
            translate([x - 1.5, -wall - 1, 22]) cube([3, wall + 2, 11]);
        }
        for (x = [pi_at.x + 12 : 8 : pi_at.x + 54]) translate([x, 8, -wall - 1]) cube([3, 10, wall + 2]);
        // the holder: its screws lie under the board, one of them under the header's joints, so their heads are sunk
        for (x = [-1, 1], y = [-1, 1]) translate([inner.x / 2 + x * holder_holes.x / 2, inner.y / 2 + y * holder_holes.y / 2, 0]) {
            translate([0, 0, -wall - 1]) cylinder(d = m4, h = wall + 2);
            translate([0, 0, -m4_sunk.y]) cylinder(d1 = m4, d2 = m4_sunk.x, h = m4_sunk.y + 0.01);
        }
    }
}

// Its face on the bed; mirrored, since it is turned over when it is put on.
module lid() mirror([1, 0, 0]) difference() {
    frame = display_board + [2 * fit, 2 * fit];
    union() {
        linear_extrude(wall) rounded(outer, 5);
        translate([wall, wall, wall]) {
            linear_extrude(lip) difference() {
                translate([fit, fit]) square([inner.x - 2 * fit, inner.y - 2 * fit]);
                translate([fit + 2, fit + 2]) square([inner.x - 2 * fit - 4, inner.y - 2 * fit - 4]);
                corners() square(pillar + 2 * fit, center = true);
            }
            translate(display_at) {
                linear_extrude(3) difference() {
                    square(frame + [4, 4], center = true);
                    square(frame, center = true);
                }
                clamps() cylinder(d = 7, h = display_deep);
            }
            translate(buzzer_at) linear_extrude(6) difference() {
                circle(d = buzzer + 4);
                circle(d = buzzer);
            }
        }
    }
    translate([wall, wall, 0]) {
        corners() translate([0, 0, -1]) cylinder(d = 3.4, h = 20);
        translate(display_at) {
            translate([0, -display_shift, 0]) hull() {  // wider towards the eyes
                translate([0, 0, wall]) linear_extrude(1) square(display_lit + [2, 2], center = true);
                translate([0, 0, -1]) linear_extrude(1) square(display_lit + [7, 7], center = true);
            }
            translate([0, 0, wall]) clamps() translate([0, 0, -1]) cylinder(d = m25_tap, h = 20);
        }
        for (at = buttons_at) translate([at.x, at.y, -1]) cylinder(d = referee_hole, h = 20);
        for (angle = [0 : 60 : 300]) translate(buzzer_at) rotate(angle) translate([3.5, 0, -1]) cylinder(d = 2, h = wall + 1);
    }
}

// Screws beside the display; washers under their heads hold its board, wherever its own holes are.
module clamps() for (x = [-1, 1], y = [-1, 1])
    translate([x * (display_board.x / 2 + 3.8), y * (display_board.y / 2 - 8), 0]) children();

if (part == "base") base();
if (part == "lid") lid();
