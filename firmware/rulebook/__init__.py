"""Rules in words for players, made from the ruleset itself: what is told here is what is played."""
