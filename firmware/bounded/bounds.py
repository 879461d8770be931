"""How large, deep, long and many a thing in a file may be that somebody else may have made; checked before it is read.

What our own program writes, and what cameras and people make, stays far below. A bound is what a reader needs to stay
under half a gigabyte of memory and, but for pictures and videos that are as large as they say, under a second.
"""

MB = 1_000_000

PICTURE_PIXELS = 50 * MB
"""A picture that is read by itself: what phones give in full (8160 by 6120). Unpacked 150 MB, 290 while a progressive
JPEG is (measured)."""
FRAME_PIXELS = 34 * MB
"""A picture of a recording or video: 8K is 7680 by 4320; the cameras of a Pi give 12 million at most."""
EVIDENCE_PIXELS = 8 * MB
"""A picture of a play: settings allow 1920 in width, which is 6.6 million where it stands upright as phones' do."""
PIXELS_OF_A_BYTE = 10_000
"""Pixels that a byte of a picture's file may stand for: a white page of black-and-white PNG has 8,256 at most, since
deflate packs to a 1,032nd (zlib.net/zlib_tech.html)."""
PICTURE_BYTES = 100 * MB
"""The file of a picture: 50 million pixels of PNG take 150 only where they are noise."""

DECK_BYTES = 4 * MB
"""An enrolled deck: 41 pictures of 128 by 192 take 3 MB as PNG where they are noise."""
DECK_FACES = 64
"""Faces of a deck: 52 of the largest pack, back, jokers."""
DECK_TABLE_BYTES = 64_000
"""What is written about them: 20 bytes for each."""
PROFILE_BYTES = 20 * MB
"""A deck learned from play, as it lies there and unpacked: some 200 kB."""

TEXT_BYTES = 256_000
"""Settings, house rules, a written game: the settings with all comments have 10 kB, a long match written down 20."""
SESSION_FILE_BYTES = 8 * MB
"""``session.json``: 100,000 presses of 70 bytes."""
INPUTS = 100_000
"""What the buttons said in a recording: a press a second for a day."""
NAME_LETTERS = 1000
"""Letters of a setting: a path has 4,096 bytes at most (PATH_MAX of Linux), rules with all their options 700."""
FAULTS_TOLD = 60
"""Faults of one file that are listed: more than there are settings, 39."""
LONGEST_MS = 7 * 24 * 3600 * 1000
"""Times in a recording: a week; more is a slip of the pen."""
FRAMES = 500_000
"""Pictures of a recording: four and a half hours at 30 a second, fourteen at 10."""
TIMES_BYTES = 16 * MB
"""``frames.csv``: that many lines of 30 bytes."""

EXPORT_BYTES = 200 * MB
"""An exported session, as it lies there and unpacked: a deal has 2.5 MB with its pictures, a long match 30 deals."""
EXPORT_LINE_BYTES = 8 * MB
"""One line of it: a signal, its events and the pictures that prove them, a few hundred kB each at most."""
SIGNAL_BYTES = 4 * MB
"""One signal or event as text: a look has 2 kB, the new names of a whole evening's cards some hundred."""
MOST_EVENTS = 10_000
"""What can follow from one signal: cards that are named anew have a whole deal told again, some 200 events."""
MOST_MS = 2**53
"""Times of a session: 285,000 years, and the last integer that every program reads exactly in JSON (RFC 8259, 6)."""
MOST_MM = 100_000
"""Places on a table: a hundred metres away from the picture's corner. A table is two metres wide."""
CARDS_OF_A_LOOK = 200
"""Cards, outlines and their corners that one look can hold: two packs are 80 cards, the longest outline seen has 40."""
TABLE_BYTES = 6 * MB
"""A referee put aside, unpacked: 360 kB in an eighth deal; its smallest part makes 40 times its size in memory."""

DIGITS = 9
"""Digits of a number in a text: the largest that means anything is a time of a week in milliseconds."""
LINE = 2000
"""Letters of a line in notation: all the cards of a deal on one, with what is said about them, are 600."""
