"""From looks to plays: the rules are the prior wherever the camera is not sure."""
