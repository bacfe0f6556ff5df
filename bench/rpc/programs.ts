import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAnvil } from '../evm/anvil.ts'

/** A development chain that can be started as a process. */
export interface Program {
  readonly name: string
  readonly command: string
  readonly arguments: (port: number) => readonly string[]
  readonly folder?: string
  /** The requests that stop mining per transaction and that start it again. */
  readonly hold: readonly [method: string, params: readonly unknown[]]
  readonly release: readonly [method: string, params: readonly unknown[]]
}

const bench = join(import.meta.dirname, '..')
const ownRoot = join(bench, '..')
const peers = join(bench, 'peers')
const installed = (path: string): string => join(peers, 'node_modules', path)
const automine = (isOn: boolean) => ['evm_setAutomine', [isOn]] as const

/** This program first, then the other build that BENCH_BASE names, or the installed peers. */
export function programs(): Program[] {
  const { BENCH_BASE: base } = process.env
  const own = builtCambium('cambium', ownRoot)
  return base === undefined ? [own, ...peerPrograms()] : [own, builtCambium('before', base)]
}

const builtCambium = (name: string, root: string): Program => ({
  name,
  command: process.execPath,
  arguments: (port) => [join(root, 'dist/cli/main.js'), 'dev', '--silent', '--port', String(port)],
  hold: automine(false),
  release: automine(true),
})

function peerPrograms(): Program[] {
  const ganache = installed('ganache/dist/node/cli.js')
  const hardhat = installed('hardhat/internal/cli/bootstrap.js')
  const anvil = findAnvil()
  return [
    ...when(existsSync(ganache), {
      name: 'ganache',
      command: process.execPath,
      arguments: (port) => [ganache, '--port', String(port), '--logging.quiet'],
      hold: ['miner_stop', []],
      release: ['miner_start', []],
    }),
    ...when(existsSync(hardhat), {
      name: 'hardhat',
      command: process.execPath,
      arguments: (port) => [hardhat, 'node', '--port', String(port)],
      folder: peers,
      hold: automine(false),
      release: automine(true),
    }),
    ...when(anvil !== undefined, {
      name: 'anvil',
      command: anvil ?? '',
      arguments: (port) => ['--silent', '--port', String(port)],
      hold: automine(false),
      release: automine(true),
    }),
  ]
}

/** Messages about missing programs. */
export function missingPrograms(): string[] {
  if (process.env['BENCH_BASE'] !== undefined) return []
  const found = peerPrograms().map(({ name }) => name)
  const missing = ['ganache', 'hardhat', 'anvil'].filter((name) => !found.includes(name))
  return missing.map((name) =>
    name === 'anvil' && process.arch !== 'x64'
      ? `anvil is missing: npm has no binary of it for ${process.platform}-${process.arch}; ANVIL=PATH names another`
      : `${name} is missing: npm ci --prefix bench/peers installs it`,
  )
}

const when = (isThere: boolean, program: Program): Program[] => (isThere ? [program] : [])
