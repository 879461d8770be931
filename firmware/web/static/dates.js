// Dates as the reader's language writes them (Chromium knows no "ary" and would write English); without this they stand as in files.
const language = document.documentElement.lang;
const written = { "ary": "fr-MA", "ary-Arab": "ar-MA" }[language] ?? language;
const format = new Intl.DateTimeFormat(written, { dateStyle: "full", timeZone: "UTC" });
for (const one of document.querySelectorAll("time[datetime]")) one.textContent = format.format(new Date(one.dateTime));
