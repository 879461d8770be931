"""What other programs are told: Prometheus, Home Assistant by MQTT, and whoever reads the description of the API.

In: how a match stands, events of the journal.
Out: metrics as text, messages for a broker, an OpenAPI document.
Known to: the page and the commands.
"""
