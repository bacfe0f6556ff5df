import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAnvil } from '../evm/anvil.ts'
import { type Build, comparedBuilds, mainOf } from '../measuring/builtProgram.ts'

type Call = readonly [method: string, params: readonly unknown[]]

/** A program whose answers are measured. */
export interface Measured {
  readonly name: string
  /** The requests that stop mining per transaction and that start it again; undefined if it always mines. */
  readonly holding: { readonly hold: Call; readonly release: Call } | undefined
}

/** A reference node that runs already on this machine. */
export interface RunningProgram extends Measured {
  readonly url: string
}

/** A program that can be started as a process. */
export interface Program extends Measured {
  readonly command: string
  readonly arguments: (port: number) => readonly string[]
  readonly folder?: string
  /** Where it answers; `/` when absent. */
  readonly path?: string
}

const peers = join(import.meta.dirname, '../peers')
const installed = (path: string): string => join(peers, 'node_modules', path)
const automine = { hold: ['evm_setAutomine', [false]], release: ['evm_setAutomine', [true]] } as const

/** This program first, then the other build that BENCH_BASE names, or the installed peers. */
export function programs(): Program[] {
  const own = comparedBuilds().map((build) => builtProgram(build, 'dev', '--silent'))
  return own.length === 1 ? [...own, ...peerPrograms()] : own
}

/** A command of a build that serves. */
export const builtProgram = ({ name, root }: Build, ...words: readonly string[]): Program => ({
  name,
  command: process.execPath,
  arguments: (port) => [mainOf(root), ...words, '--port', String(port)],
  holding: automine,
})

function peerPrograms(): Program[] {
  const hardhat = installed('hardhat/internal/cli/bootstrap.js')
  const anvil = findAnvil()
  return [
    ...when(existsSync(hardhat), {
      name: 'hardhat',
      command: process.execPath,
      arguments: (port) => [hardhat, 'node', '--port', String(port)],
      folder: peers,
      holding: automine,
    }),
    ...when(anvil !== undefined, {
      name: 'anvil',
      command: anvil ?? '',
      arguments: (port) => ['--silent', '--port', String(port)],
      holding: automine,
    }),
  ]
}

/**
 * The reference node that RSKJ names by its URL on this machine: of its network regtest, with `miner.client.autoMine`, which
 * mines every transaction by itself.
 */
export function runningPrograms(): RunningProgram[] {
  const { RSKJ: text } = process.env
  if (text === undefined) return []
  const { hostname, port, pathname } = new URL(text)
  if (hostname !== '127.0.0.1' || port === '' || pathname !== '/')
    throw new Error(`RSKJ=${text} is not of the form http://127.0.0.1:PORT`)
  return [{ name: 'rskj', url: text, holding: undefined }]
}

/** Messages about missing programs. */
export function missingPrograms(): string[] {
  if (process.env['BENCH_BASE'] !== undefined) return []
  const found = peerPrograms().map(({ name }) => name)
  const missing = ['hardhat', 'anvil'].filter((name) => !found.includes(name))
  return missing.map((name) =>
    name === 'anvil' && process.arch !== 'x64'
      ? `anvil is missing: npm has no binary of it for ${process.platform}-${process.arch}; ANVIL=PATH names another`
      : `${name} is missing: npm ci --prefix bench/peers installs it`,
  )
}

const when = (isThere: boolean, program: Program): Program[] => (isThere ? [program] : [])
