// Asks again: a refresh by the page itself would not, where its address leads to a place in it (HTML, 7.4.2.3.3).
const { again } = document.getElementById("again").dataset;
setTimeout(() => (again ? location.replace(again) : location.reload()), 1000);
