// Checks that a release is consistent: `node scripts/check-release.mjs vX.Y.Z [FOLDER]`. The tag, package.json, both places of the lock
// file and the first dated section of CHANGELOG.md name one version; nothing waits under "Unreleased".
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const [tag = '', folder = resolve(import.meta.dirname, '..')] = process.argv.slice(2)
const read = (name) => readFileSync(resolve(folder, name), 'utf8')
const { version } = JSON.parse(read('package.json'))
const lock = JSON.parse(read('package-lock.json'))
const changelog = read('CHANGELOG.md')
const section = /^## \[(\d[^\]]*)\] - (.*)$/m.exec(changelog)
const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog)?.[1] ?? ''

const faults = [
  tag === `v${version}` || `the tag ${tag || '(none given)'} is not v${version}, the version of package.json`,
  (lock.version === version && lock.packages[''].version === version) ||
    `package-lock.json has another version than ${version}: run npm install --package-lock-only`,
  section?.[1] === version || `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" at its top`,
  section === null ||
    /^\d{4}-\d{2}-\d{2}$/.test(section[2]) ||
    `the date ${section[2]} of CHANGELOG.md is not of the form YYYY-MM-DD`,
  unreleased.trim() === '' ||
    'CHANGELOG.md has lines under "Unreleased": move them to the section of the version',
].filter((result) => result !== true)

for (const fault of faults) console.error(`release: ${fault}`)
if (faults.length > 0) process.exit(1)
console.log(`release ${version} of ${section[2]}: tag, package, lock file and changelog agree`)
