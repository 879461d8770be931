// The arm: a clamp for table edges of 15 to 45 mm, two aluminium tubes with an elbow between them, a head that tilts.
// Every part lies as it is printed, without supports; PETG or ABS where the sun reaches it.
//
//   for part in clamp foot knob elbow holder yoke head head_hq; do
//     openscad -o $part.stl --export-format binstl -D "part=\"$part\"" arm.scad; done

include <measures.scad>

part = "clamp";          // clamp, foot, knob, elbow, holder, yoke, head, head_hq

table = [15, 45];        // thickness of the tables it fits
jaw = 50;                // how far it reaches over the table
jaw_thick = 14;
foot_size = [28, 8];     // diameter and height of the pad on the screw
mouth = table.y + foot_size.y + 7;
spine = 10;              // between the table's edge and the clip
clamp_axis = spine + clip_axis;  // the upright's middle from the table's edge
clamp_low = mouth + 18;  // from the table's top to the underside of the lower jaw
elbow_long = 70;
elbow_gap = 3;           // between the two tubes
holder_holes = [56, 24]; // of the case on its clip
hinge_ahead = 14;        // the hinge from the end of the arm
hinge_thick = 6;         // the head's ear
hinge_round = 18;
head_below = 23;         // the head's underside under the hinge
head_plate = 3;
head_wide = 40;
board_ahead = 18;        // the camera board's ribbon edge from the hinge
post = 3;                // under the camera board

// Table's edge at x = 0 and top at y = 0, table towards -x; printed on its side.
module clamp() difference() {
    union() {
        linear_extrude(clip_wide) {
            translate([-jaw, 0]) rounded([jaw + spine + 1, jaw_thick], 3);
            translate([-jaw, -clamp_low]) rounded([jaw + spine + 1, 18], 3);
            translate([0, -clamp_low]) square([spine + 1, clamp_low + jaw_thick]);
            polygon([[0, -mouth], [-8, -mouth], [0, 8 - mouth]]);  // no sharp corner where it bends
        }
        translate([clamp_axis, -clamp_low, 0]) clip_block(clamp_low + jaw_thick);
    }
    translate([clamp_axis, -clamp_low + 4, 0]) clip_cut(clamp_low + jaw_thick, [10, 45, 80]);
    translate([-jaw / 2 - 5, -clamp_low - 1, clip_axis]) along_y(20) drop(m8);
    translate([-jaw / 2 - 5 - m8_nut.x / 2, -clamp_low + 6, clip_axis - m8_nut.x / sqrt(3)])
        cube([m8_nut.x, m8_nut.y, clip_wide]);
}

// On the tip of the M8 screw, under the table.
module foot() difference() {
    cylinder(d1 = foot_size.x, d2 = foot_size.x - 4, h = foot_size.y);
    translate([0, 0, 4]) cylinder(d = m8, h = foot_size.y);
}

// Round the head of the M8 screw.
module knob() difference() {
    linear_extrude(12) offset(-3) offset(6) circle(d = 34, $fn = 6);
    translate([0, 0, 6]) cylinder(d = m8_nut.x / cos(30), h = 12, $fn = 6);
    translate([0, 0, -1]) cylinder(d = m8, h = 12);
}

// The upright comes from -y, the arm leaves towards +x.
module elbow() {
    inner = clip_wide / 2;
    arm_from = tube / 2 + elbow_gap + fit;
    arm_y = elbow_long - clip_axis;
    difference() {
        union() {
            clip_block(elbow_long);
            translate([arm_from - 2, arm_y, 0]) rotate(-90) clip_block(elbow_long);
            linear_extrude(clip_wide)
                polygon([[inner - 1, 8], [inner, 8], [inner + 30, arm_y - inner], [inner - 1, arm_y - inner + 1]]);
        }
        clip_cut(elbow_long - 4, [10, 30]);
        translate([arm_from + 4, arm_y, 0]) rotate(-90) clip_cut(elbow_long, [22, 50]);
        // a cable tie for the ribbon
        translate([inner + 6, 22, -1]) cube([4, 8, clip_wide + 2]);
    }
}

// Between the upright and the back of the case, its flange to the case.
module holder() difference() {
    length = holder_holes.y + 16;
    union() {
        clip_block(length);
        translate([-holder_holes.x / 2 - 7, 0, 0]) linear_extrude(5) rounded([holder_holes.x + 14, length], 3);
    }
    clip_cut(length, [10, 30]);
    for (x = [-1, 1], y = [-1, 1])
        translate([x * holder_holes.x / 2, length / 2 + y * holder_holes.y / 2, -1]) cylinder(d = m4, h = 20);
}

// On the end of the arm, which lies along y.
module yoke() {
    long = 34;
    difference() {
        union() {
            clip_block(long);
            for (side = [-1, 1]) translate([side * (hinge_thick / 2 + fit + 3) - 3, 0, 0])
                rotate([90, 0, 90]) linear_extrude(6) hull() {
                    translate([long + hinge_ahead, clip_axis]) circle(d = hinge_round);
                    translate([long - 1, 0]) square([hinge_ahead + 1, 1]);
                    translate([long - 1, 0]) square([1, clip_wide]);
                }
        }
        translate([0, -4, 0]) clip_cut(long, [14, 28]);
        translate([0, long + hinge_ahead, clip_axis]) rotate([0, 90, 0]) {
            cylinder(d = m4, h = 60, center = true);
            translate([0, 0, hinge_thick / 2 + fit + 6 - m4_nut.y]) cylinder(d = m4_nut.x / cos(30), h = 9, $fn = 6);
        }
    }
}

// The hinge at y = 0, the camera towards +y, looking through the plate to -z.
module ear() rotate([90, 0, 90]) translate([0, 0, -hinge_thick / 2]) linear_extrude(hinge_thick) difference() {
    hull() {
        translate([0, head_below]) circle(d = hinge_round);
        translate([-hinge_round / 2, 0]) square([hinge_round, 1]);
    }
    translate([0, head_below]) circle(d = m4);
}

module plate(long) translate([-head_wide / 2, -hinge_round / 2, 0]) linear_extrude(head_plate)
    rounded([head_wide, long + hinge_round / 2], 4);

module head() {
    far = board_ahead + camera_board.y;  // the edge without ribbon
    holes = [for (x = [-1, 1], y = [0, 1]) [x * camera_holes.x / 2, far - camera_inset - y * camera_holes.y]];
    difference() {
        union() {
            plate(far + 6);
            ear();
            for (at = holes) translate(at) cylinder(d = 5, h = head_plate + post);
        }
        for (at = holes) translate([at.x, at.y, -1]) cylinder(d = 1.7, h = 20);  // M2, cuts its own thread
        translate([-6.2, far - camera_lens - 6.2, -1]) cube([12.4, 12.4 + 7, 20]);  // the lens, and its own ribbon
    }
}

// The HQ camera hangs under the plate on four spacers of 8 mm.
module head_hq() {
    middle = board_ahead + hq_board.y / 2;
    difference() {
        union() {
            plate(board_ahead + hq_board.y + 3);
            ear();
        }
        for (x = [-1, 1], y = [-1, 1])
            translate([x * hq_holes.x / 2, middle + y * hq_holes.y / 2, -1]) cylinder(d = 2.9, h = 20);
    }
}

if (part == "clamp") clamp();
if (part == "foot") foot();
if (part == "knob") knob();
if (part == "elbow") elbow();
if (part == "holder") holder();
if (part == "yoke") yoke();
if (part == "head") head();
if (part == "head_hq") head_hq();
