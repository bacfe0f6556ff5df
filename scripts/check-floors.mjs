// Imports go downward only: a room may import rooms on lower floors, and, on its own floor, only the
// neighbours named here. The floor plan is explained in docs/architecture.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const floors = [
  ['primitives', 'crypto'],
  ['evm', 'trie', 'protocol', 'store'],
  ['state', 'execution'],
  ['chain'],
  ['peers', 'mining', 'pool', 'wallet', 'tracing'],
  ['node'],
  ['rpc'],
  ['server'],
  ['cli'],
]

/** Imports allowed between two rooms of one floor. */
const neighbours = {
  crypto: ['primitives'],
  protocol: ['trie', 'evm'],
  execution: ['state'],
}

const floorOf = (room) => floors.findIndex((rooms) => rooms.includes(room))
const source = resolve(import.meta.dirname, '../src')

/** The room a file lives in: its first folder below src, or its own name for a file directly in src. */
const roomOf = (path) => relative(source, path).split('/')[0].replace(/\.ts$/, '')

const problems = []
for (const entry of readdirSync(source, { recursive: true })) {
  if (!entry.endsWith('.ts')) continue
  const path = join(source, entry)
  const room = roomOf(path)
  if (room === 'index') continue // the package's public face may show anything
  if (floorOf(room) < 0) problems.push(`src/${entry}: the room "${room}" is not in the floor plan`)
  for (const [, specifier] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const target = roomOf(resolve(dirname(path), specifier))
    if (target === room || floorOf(target) < floorOf(room)) continue
    if (neighbours[room]?.includes(target)) continue
    problems.push(`src/${entry}: imports ${specifier}, upward from ${room} to ${target}`)
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log('floors: every import goes downward')
