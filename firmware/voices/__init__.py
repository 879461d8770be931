"""Words that somebody has recorded, or that a synthesiser makes: what is said aloud at the table.

In: names of clips, recordings in a folder, a microphone.
Out: sound, 24,000 samples a second, one channel.
Known to: the runtime and the commands.
"""
