# The emulated board's chip has eight lines, on the fourth hangs its power button: where the pins of a Pi lie on it.
_LINES = {17: 0, 27: 1, 22: 2, 23: 4, 24: 5, 25: 6, 18: 7}
_OF_A_LINE = ("gpio_claim_alert", "gpio_claim_input", "gpio_claim_output", "gpio_free", "gpio_get_mode", "gpio_read")
_OF_A_LINE += ("gpio_set_debounce_micros", "gpio_write", "tx_busy", "tx_pulse", "tx_pwm", "tx_room", "tx_servo")


def _of_a_line(function):
    return lambda handle, gpio, *rest, **named: function(handle, _LINES[gpio], *rest, **named)


for _name in (*_OF_A_LINE, "callback"):
    globals()[_name] = _of_a_line(globals()[_name])
