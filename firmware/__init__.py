"""The brain and the appliance: what is seen becomes plays, plays become events, events are said and remembered."""
