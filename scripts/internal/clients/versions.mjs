// Compares what stands in a folder with a lock file:
//   node versions.mjs LOCK FOLDER
// A package for another system is not there, and npm says nothing when it could
// not get an optional one.
import fs from "node:fs";
import process from "node:process";

const [lock, folder] = process.argv.slice(2);
const read = file => JSON.parse(fs.readFileSync(file));
const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
const fits = (list, own) => !list || list.includes(own);

let wrong = 0;
for (const [path, want] of Object.entries(read(lock).packages)) {
	if (path === "" || !fits(want.os, process.platform) || !fits(want.cpu, process.arch) || !fits(want.libc, libc)) {
		continue;
	}
	const file = `${folder}/${path}/package.json`;
	const version = fs.existsSync(file) ? read(file).version : "missing";
	if (version !== want.version) {
		console.error(`clients: ${path} is ${version}, want ${want.version}`);
		wrong++;
	}
}
process.exit(wrong ? 1 : 0);
