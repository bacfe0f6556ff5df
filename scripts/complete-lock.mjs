// Adds to package-lock.json the optional binaries of other platforms, which npm leaves out where the registry does not offer
// them; `npm ci` rejects a lock file without them as incomplete. Asks the registry for the hashes (`integrity`) that entries
// lack: without one, npm installs whatever the registry sends. `--check` changes nothing, fails for missing entries, and
// names those without a hash. An argument names the folder of another lock file.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder =
  process.argv.slice(2).find((word) => !word.startsWith('-')) ?? resolve(import.meta.dirname, '..')
const lockPath = resolve(folder, 'package-lock.json')
const text = readFileSync(lockPath, 'utf8')
const lock = JSON.parse(text)
const { packages } = lock

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')
const libraries = new Map([
  ['gnu', 'glibc'],
  ['gnueabihf', 'glibc'],
  ['musl', 'musl'],
  ['musleabihf', 'musl'],
])

/** The platform that a package is for, from the words of its name: `@rolldown/binding-linux-x64-musl`. */
function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] }
  const words = name.split(/[-/]/)
  const cpu = words.filter((word) => processors.includes(word))
  const os = words.filter((word) => systems.includes(word))
  const libc = words.flatMap((word) => libraries.get(word) ?? [])
  if (cpu.length === 0) throw new Error(`the name ${name} names no known platform`)
  return {
    cpu,
    libc: os.includes('linux') && libc.length > 0 ? libc : undefined,
    os: os.length > 0 ? os : undefined,
  }
}

/** Where Node finds a dependency of the package at `path`, as npm nests them; undefined when the lock has none. */
function find(name, path) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}

const withoutUndefined = (entry) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))

const added = []
for (const [path, { optionalDependencies = {}, dev, devOptional }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (find(name, path) !== undefined) continue
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${path} does not name one version of ${name}`)
    const place = `node_modules/${name}`
    const { cpu, libc, os } = platformOf(name)
    packages[place] = withoutUndefined({ version, cpu, dev, devOptional, libc, optional: true, os })
    added.push(`${name}@${version}`)
  }
}
const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
const isCheck = process.argv.includes('--check')

/** Undefined where the registry does not offer the version. */
async function integrityOf(name, version) {
  const response = await fetch(new URL(`${name}/${version}`, registry))
  return response.ok ? (await response.json()).dist?.integrity : undefined
}

const hashed = []
const unhashed = []
for (const [place, entry] of Object.entries(packages)) {
  if (place === '' || entry.link === true || entry.integrity !== undefined) continue
  const name = nameOf(place)
  const integrity = isCheck ? undefined : await integrityOf(name, entry.version).catch(() => undefined)
  if (integrity === undefined) unhashed.push(`${name}@${entry.version}`)
  else {
    packages[place] = { version: entry.version, integrity, ...entry }
    hashed.push(name)
  }
}
lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([left], [right]) => left.localeCompare(right, 'en')),
)

const addresses = text.match(/"resolved": "[^"]+"/g) ?? []
const problems = [
  ...added.map((name) => `${name} is missing`),
  ...addresses.map((address) => `${address} names a registry`),
]
if (unhashed.length > 0)
  console.warn(`lock file: ${unhashed.length} packages without integrity: ${unhashed.join(', ')}`)
if (isCheck) {
  if (problems.length === 0) console.log('lock file: complete')
  else {
    console.error(problems.join('\n'))
    console.error('node scripts/complete-lock.mjs completes the lock file')
    process.exit(1)
  }
} else if (added.length + hashed.length > 0) {
  writeFileSync(lockPath, `${JSON.stringify(lock, undefined, 2)}\n`)
  console.log(`lock file: ${added.length} packages and ${hashed.length} hashes added`)
}
