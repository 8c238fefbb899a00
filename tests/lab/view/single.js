// single.js - the page of single.fork (view.long.test): a watched variable of one word is a number, and a line over time; rows
// without anything say so; the legend names the file of its lines once; the end of the run stands on the axis.
run(async () => {
    await frame();
    const { data, state } = pramview, watched = document.getElementById("watched");
    const heads = () => [...watched.querySelectorAll("h2")].map(one => one.firstChild.textContent + one.querySelector(".value").textContent);
    await slide(data.last);
    same("one word is a number, an array of two dimensions has both", "total= 10, cycle " + count(data.last) + "; field[3][5]cycle " + count(data.last),
        heads().join("; "));
    await slide(0);
    same("it is the number at the cursor", "total= 0, cycle " + count(state.cursor), heads()[0]);
    same("it has no bars, and no colours to explain", "1 1", watched.querySelectorAll(".bars").length + " " +
        watched.querySelectorAll(".scale i").length);
    same("the least and the most of it are there", "0 to 10", watched.querySelector(".scale").textContent);
    const image = watched.querySelector(".image"), ink = image.getContext("2d");
    const isFilled = (x, y) => ink.getImageData(Math.round(x * image.width), Math.round(y * image.height), 1, 1).data[3] > 0;
    same("its line is low before and high at the end", "false true", isFilled(0.01, 0.5) + " " + isFilled(0.99, 0.5));

    const texts = seenTexts(), near = name => {
        const y = middle(row(name));
        return texts.filter(one => Math.abs(one.y - y) < 10 && one.x >= pramview.labels).map(one => one.words).join();
    };
    same("a row without anything says so", "none", near("conflicts per cycle"));
    same("a row with something does not", "; ", near("requests per cycle") + "; " + near("host calls"));
    same("the end of the run is on the axis", true, texts.some(one => one.y < 26 && one.words === count(data.last)));

    const lines = [...document.querySelectorAll("#legend span")].map(one => one.textContent).filter(one => /fork:|^line /.test(one));
    same("there are several lines", true, lines.length > 2);
    same("the first has the file's name, the others have none", true, /^single.fork:\d+$/.test(lines[0]) &&
        lines.slice(1).every(one => /^line \d+$/.test(one)));
});
