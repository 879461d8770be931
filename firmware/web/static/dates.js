// Dates as the reader's language writes them (Moroccan Arabic has none of its own, ECMA-402); without this they stand as in files.
const language = document.documentElement.lang;
const written = { "ary": "fr-MA", "ary-Arab": "ar-MA" }[language] ?? language;
const format = new Intl.DateTimeFormat(written, { dateStyle: "full", timeZone: "UTC" });
for (const one of document.querySelectorAll("time[datetime]")) one.textContent = format.format(new Date(one.dateTime));
