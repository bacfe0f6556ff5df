// Checks every import below src against the plan in floors.mjs, and that no imports form a circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { floors, innerPlans, neighbours } from './floors.mjs'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

const floorOf = (room) => floors.findIndex((rooms) => rooms.includes(room))
const partsOf = (path) => relative(source, path).split('/')

/** The room of a file: its first folder below src, or its own name for a file directly in src. */
const roomOf = (path) => partsOf(path)[0].replace(/\.ts$/, '')

/** The row of a file in its room's plan. Files directly in the room that the plan does not name are above all rows. */
function rowOf(path, plan) {
  const [, name, ...rest] = partsOf(path)
  const row = plan.findIndex((names) => names.includes(name.replace(/\.ts$/, '')))
  return row < 0 && rest.length === 0 ? plan.length : row
}

const isTestCode = (path) => /\.(test|cases)\.ts$/.test(path)

const importPattern = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
const importsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(importPattern)].map(([, specifier]) =>
    resolve(dirname(path), specifier),
  )

const files = readdirSync(source, { recursive: true })
  .filter((entry) => entry.endsWith('.ts'))
  .map((entry) => join(source, entry))
const imports = new Map(files.map((path) => [path, importsOf(path)]))

function betweenRooms(path, target) {
  const [room, targetRoom] = [roomOf(path), roomOf(target)]
  if (room === 'index' || room === targetRoom || floorOf(targetRoom) < floorOf(room)) return undefined
  if (neighbours[room]?.includes(targetRoom)) return undefined
  // A method is tested through the service, which is above it on the same floor.
  if (isTestCode(path) && neighbours[targetRoom]?.includes(room)) return undefined
  return `goes upward from ${room} to ${targetRoom}`
}

/** Tests may combine folders of their room; product code may not. */
function withinRoom(path, target) {
  const plan = innerPlans[roomOf(path)]
  if (!plan || roomOf(target) !== roomOf(path) || isTestCode(path)) return undefined
  const [row, targetRow] = [rowOf(path, plan), rowOf(target, plan)]
  if (row === plan.length || targetRow < row || partsOf(path)[1] === partsOf(target)[1]) return undefined
  return `goes against the inner plan of ${roomOf(path)}`
}

/** Folders that the plan of their room does not name, and names of plans that do not exist. */
function planProblems(room) {
  const entries = readdirSync(join(source, room), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const plan = innerPlans[room]?.flat()
  if (plan === undefined)
    return folders.length > 2 ? [`src/${room}: ${folders.length} folders need an inner plan`] : []
  const files = entries.map(({ name }) => name.replace(/\.ts$/, ''))
  return [
    ...folders
      .filter((name) => !plan.includes(name))
      .map((name) => `src/${room}/${name} is in no inner plan`),
    ...plan
      .filter((name) => !files.includes(name))
      .map((name) => `the inner plan of ${room} names ${name}, which does not exist`),
  ]
}

function problemOf(path, target) {
  if (!target.startsWith(`${source}/`)) {
    const place = relative(root, target).split('/')[0]
    return place === 'test' || place === 'bench' ? `leaves src for ${place}` : undefined
  }
  if (!existsSync(target)) return undefined // the compiler reports it
  return betweenRooms(path, target) ?? withinRoom(path, target)
}

/** The circles found by a depth-first walk, each as the list of its files. */
function circles() {
  const found = []
  const done = new Set()
  const trail = []
  const visit = (path) => {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path])
    if (at >= 0 || done.has(path)) return
    trail.push(path)
    for (const target of imports.get(path) ?? []) visit(target)
    trail.pop()
    done.add(path)
  }
  for (const path of files) visit(path)
  return found
}

const name = (path) => relative(root, path)
const problems = floors.flat().flatMap(planProblems)
for (const [path, targets] of imports) {
  const room = roomOf(path)
  if (room !== 'index' && floorOf(room) < 0)
    problems.push(`${name(path)}: the room "${room}" is not in the floor plan`)
  for (const target of targets) {
    const problem = problemOf(path, target)
    if (problem) problems.push(`${name(path)}: the import of ${name(target)} ${problem}`)
  }
}
for (const circle of circles()) problems.push(`circle: ${circle.map(name).join(' → ')}`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`floors: ${files.length} files, every import goes downward, no circles`)
