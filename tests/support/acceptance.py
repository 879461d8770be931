"""A person who answers as told, and time that goes on when told."""

from firmware.care.acceptance.verdict import Verdict
from firmware.settings.model import Settings

SETTINGS = Settings()


class Time:
    """Goes on while somebody sleeps, and does then what is due."""

    def __init__(self):
        self.at_s, self.due = 100.0, []

    def monotonic(self):
        return self.at_s

    def sleep(self, seconds):
        until_s = self.at_s + seconds
        while self.due and self.due[0][0] <= until_s:
            self.at_s, do = self.due.pop(0)
            do()
        self.at_s = until_s

    def later(self, seconds, do):
        self.due = sorted([*self.due, (self.at_s + seconds, do)], key=lambda one: one[0])


class Somebody:
    """Gives the answers one after the other, and does what he is told."""

    def __init__(self, *answers, does=()):
        self.answers, self.does, self.told = iter(answers), dict(does), []

    def tell(self, words):
        self.told.append(words)
        for start, do in self.does.items():
            if words.startswith(start):
                do()

    def ask(self, question):
        self.tell(question)
        return next(self.answers)


def passed(result):
    assert result.verdict in (Verdict.PASS, Verdict.FAIL)
    return result.verdict is Verdict.PASS
