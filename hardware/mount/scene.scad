// All parts in their places over a table, with the steps of the README that put them there. Nothing here is printed.
//
//   xvfb-run -a openscad -o mount.png --imgsize=2400,2000 --colorscheme=Tomorrow --projection=p \
//     --camera=-225,-30,335,72,0,-52,2350 scene.scad
//   python -c "from PIL import Image; i = Image.open('mount.png').convert('RGB'); i.reduce(2).save('mount.png')"

include <measures.scad>
use <arm.scad>
use <case.scad>
use <seat.scad>

height = 700;            // of the lens over the table
reach = 360;             // of the arm's tube: with the case under the elbow a ribbon of 500 gets to the camera
thick = 25;              // of the table
axis = 10 + clip_axis;   // the upright from the table's edge
arm_at = height + 23;    // middle of the arm's tube
elbow_at = arm_at - 55;
end = axis - 17 - reach;

print = [0.27, 0.3, 0.35];
metal = [0.75, 0.77, 0.8];

module made() color(print) render(convexity = 6) children();

module lying_on(z) translate([0, -clip_axis, z]) children();

module card(x, y, turn, tint) translate([x, y, 0.3]) rotate(turn) {
    color("white") cube([61.5, 95, 0.6], center = true);
    color(tint) for (at = [[-14, 24], [14, 24], [0, 0], [-14, -24], [14, -24]]) translate([at.x, at.y, 0.3]) cylinder(d = 12, h = 0.4);
}

module strip(points, wide) color([0.95, 0.93, 0.85]) for (i = [1 : len(points) - 1]) hull() {
    translate(points[i - 1]) cube(wide, center = true);
    translate(points[i]) cube(wide, center = true);
}

color([0.55, 0.38, 0.24]) translate([-760, -480, -thick]) cube([760, 930, thick]);

made() translate([0.5, 0, 0.5]) rotate([90, 0, 0]) clamp();
color(metal) lying_on(-clip_axis) translate([-30, 0, -62]) cylinder(d = 8, h = 80 - 33);
made() translate([-30, -clip_axis, -thick - 8]) foot();
made() translate([-30, -clip_axis, -90]) knob();

color(metal) translate([axis, -clip_axis, -74]) cylinder(d = tube, h = elbow_at + 74 + 66);
color(metal) translate([end, -clip_axis, arm_at]) rotate([0, 90, 0]) cylinder(d = tube, h = reach);
made() translate([axis, -2 * clip_axis, elbow_at]) rotate([90, 0, 180]) elbow();
made() translate([end + 30, -clip_axis, arm_at - clip_axis]) rotate(90) yoke();
translate([end - 18, -clip_axis, arm_at - 23]) rotate(90) {
    made() head();
    color([0.1, 0.45, 0.2]) translate([-12.5, 18, 6]) cube([25, 24, 1.1]);
    color("black") translate([-5.4, 22.2, -1]) cube([10.8, 10.8, 7]);
}

translate([axis - clip_axis, -clip_axis, elbow_at - 60]) {
    made() rotate([90, 0, 90]) holder();
    translate([0, -53.5, 64]) multmatrix([[0, 0, -1, 0], [1, 0, 0, 0], [0, -1, 0, 0]]) {
        made() base();
        color([0.8, 0.32, 0.2]) translate([0, 0, 48]) rotate([0, 180, 0]) lid();
        color([0.02, 0.02, 0.05]) translate([53.5 - 30, 33 - 19, 46]) cube([60, 38, 0.5]);
        color([0.5, 0.85, 1]) translate([53.5 - 26, 33 - 13, 46.4]) {
            linear_extrude(0.4) translate([48, 20]) rotate(180) text("12 : 7", size = 13);
        }
        for (x = [27, 80]) color("white") translate([x, 71, 46]) cylinder(d = 10, h = 6);
    }
}

// the ribbon
strip([[axis - 58, -12, elbow_at + 4], [axis - 58, -12, arm_at - 13], [end + 6, -12, arm_at - 13]], [1, 16, 1]);

for (seat = [[-640, 0, 0], [-90, 260, 0], [-90, -300, 0], [-380, 380, 0]]) translate([seat.x, seat.y, 40]) {
    made() rotate([180, 0, 0]) seat();
    color([0.85, 0.15, 0.12]) cylinder(d = 22, h = 6);
}

card(-330, -150, 12, "goldenrod");
card(-440, -60, -20, "firebrick");
card(-350, 40, 80, "steelblue");
card(-470, 130, 5, "seagreen");
card(-250, 150, -35, "goldenrod");

// The number of a step, its face to the eyes of the picture.
module step(words, at) translate(at) rotate([72, 0, -52]) {
    color([1, 0.85, 0.2]) translate([0, 0, -1]) linear_extrude(1) hull() for (side = [-1, 1])
        translate([side * (len(words) - 1) * 7, 0]) circle(d = 42);
    color("black") linear_extrude(1) text(words, size = 22, halign = "center", valign = "center");
}

step("1-3, 8, 12", [axis, -230, elbow_at - 60]);
step("4", [-380, 300, 90]);
step("6", [axis, -110, 0]);
step("7", [axis, 70, 250]);
step("9", [axis, -120, arm_at]);
step("10", [end, 90, arm_at - 10]);
step("11", [axis - 230, 0, arm_at - 60]);
