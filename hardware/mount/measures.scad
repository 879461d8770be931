// What case, arm and seat have in common: all measures in millimetres, and the clip that holds a tube.
// Anything here may be changed; then make the STL files again as each of the other files says at its top.

bed = 200;               // side of the square on which every part must fit
fit = 0.3;               // added where one thing goes into another: printers make holes that much smaller
wall = 3;                // walls of boxes; never under 2
$fn = 48;

// Raspberry Pi 4 and 5 (the 3B+ too): https://datasheets.raspberrypi.com/rpi4/raspberry-pi-4-mechanical-drawing.pdf
// and https://datasheets.raspberrypi.com/rpi5/raspberry-pi-5-mechanical-drawing.pdf
pi_board = [85, 56];
pi_holes = [58, 49];     // their middles; 2.7 wide, for M2.5
pi_inset = 3.5;          // of the first hole from the corner beside the USB-C socket
pi_power = 11.2;         // middle of the USB-C socket from that corner
pi_videos = [[26, 39.5], [25.8, 39.2]];  // of the two HDMI sockets: Pi 4, Pi 5

// Camera Module 3; Module 2 and 3 Wide have the same board and holes:
// https://datasheets.raspberrypi.com/camera/camera-module-3-standard-mechanical-drawing.pdf
camera_board = [25, 24];
camera_holes = [21, 12.5];
camera_inset = 2;        // of the first two holes from the edge without ribbon
camera_lens = 14.4;      // of the lens from that edge; its housing is 10.8 square
// HQ camera: https://datasheets.raspberrypi.com/hq-camera/hq-camera-cs-mechanical-drawing.pdf
hq_board = [38, 38];
hq_holes = [30, 30];

// Aluminium tube of the arm, outer diameter. 20 with a wall of 1 bends half as much as 16 with a wall of 1: the
// second moment of area, pi / 64 * (D^4 - d^4), is 2701 mm^4 against 1331.
tube = 20;
grip = 5;                // printed round the tube
clip_wide = tube + 2 * grip;
clip_axis = clip_wide / 2;       // height of the tube's middle over the bed
lug = [6, 11];           // each ear of a clip: thickness and height
slot = 3;                // between the ears, closed by the screws

m4 = 4.4; m4_nut = [7.2, 3.4];   // hole; nut across its flats, and its height
m4_sunk = [8.8, 2.2];            // head of a countersunk M4 (ISO 10642): diameter and height
m8 = 8.6; m8_nut = [13.3, 7.2];
m25_tap = 2.2; m3_tap = 2.6;     // holes in which screws cut their own thread

module along_y(length) translate([0, length, 0]) rotate([90, 0, 0]) linear_extrude(length) children();

// A round hole that needs no support: its roof rises at 45 degrees.
module drop(d) {
    circle(d = d);
    polygon([[-d / 2 * sin(45), d / 2 * cos(45)], [0, d / 2 * sqrt(2)], [d / 2 * sin(45), d / 2 * cos(45)]]);
}

// The block of a clip for a tube that lies along y, from y = 0, the ears up.
module clip_block(length) {
    along_y(length) translate([-clip_wide / 2, 0]) square([clip_wide, clip_wide]);
    along_y(length) translate([-slot / 2 - lug.x, clip_axis]) square([slot + 2 * lug.x, clip_axis + lug.y]);
}

// What is cut out of it: the tube, the slot (beyond the tube's end too, so that the ears can move), and the M4 screws across the ears at these places along y.
module clip_cut(length, screws) {
    translate([0, -0.01, clip_axis]) along_y(length + 0.02) drop(tube + fit);
    translate([0, -5, clip_axis]) along_y(length + 10) translate([-slot / 2, 0]) square([slot, clip_wide]);
    for (y = screws) translate([0, y, clip_wide + lug.y / 2]) rotate([0, 90, 0]) {
        cylinder(d = m4, h = 60, center = true);
        translate([0, 0, slot / 2 + lug.x - m4_nut.y]) cylinder(d = m4_nut.x / cos(30), h = 20, $fn = 6);
    }
}

module rounded(size, r) offset(r) offset(-r) square(size);
