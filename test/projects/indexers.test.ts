import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RpcLog } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../fleet/freePort.ts'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'
import { type InstalledProject, installProject } from './installedProject.ts'
import { deployFactory, type TokenFactory, transferTopic } from './tokenFactory.ts'

/* Indexers that follow a chain through a reorganisation: at the end their rows must equal the chain's answers. */

/** A transfer as both indexers store it. */
interface Row {
  readonly token: string
  readonly value: string
  readonly block: number
  readonly blockHash: string
  readonly timestamp: number
}

const rowOf = (log: RpcLog): Row => ({
  token: log.address,
  value: String(BigInt(log.data)),
  block: Number(log.blockNumber),
  blockHash: log.blockHash!,
  timestamp: Number(log.blockTimestamp),
})
const picked = ({ token, value, block, blockHash, timestamp }: Row): Row => ({
  token,
  value,
  block,
  blockHash,
  timestamp,
})
const wantedRows = async (factory: TokenFactory): Promise<Row[]> => (await factory.transfers()).map(rowOf)

/** Indexers start and poll slowly on a busy machine. */
const soon = { timeout: 500_000, interval: 500 }

let chain: DevelopmentChain
let factory: TokenFactory
let project: InstalledProject | undefined
let child: ChildProcess | undefined
/** Serves a chain with the options of `cambium dev`, and with the events of a factory's tokens. */
async function serve(...options: readonly string[]): Promise<void> {
  chain = await startDevelopmentChain(...options)
  factory = await deployFactory(chain.url, 3)
  for (const token of factory.tokens) await factory.emit(token, 200)
  // Ponder reads blocks that are more than 30 below the best one as history, and follows the others.
  await factory.mine(35)
}
afterEach(async () => {
  await stop(child)
  await chain?.stop()
  project?.remove()
})

async function stop(running: ChildProcess | undefined): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  await ended
}

/** Starts a program of a project; returns what it has printed so far. */
async function start(name: string, env: Record<string, string>, ...args: string[]): Promise<() => string> {
  project = await installProject(name)
  const [program, ...rest] = args
  child = spawn(process.execPath, [join(project.folder, program!), ...rest], {
    cwd: project.folder,
    env: { ...process.env, CAMBIUM_URL: chain.url, CI: 'true', ...env },
  })
  let printed = ''
  child.stdout?.on('data', (text) => {
    printed += text
  })
  child.stderr?.on('data', (text) => {
    printed += text
  })
  return () => printed
}

describe('a project of Ponder', () => {
  it.each([
    ['cambium dev', []],
    // With fees, REMASC pays out in nearly every block, which must not show: Ponder refuses logs of a transaction that its block lacks.
    ['cambium dev --gas-price 1', ['--gas-price', '1']],
  ])('has the events of all tokens of a factory on %s, even after a reorganisation', async (_, options) => {
    await serve(...options)
    const port = await freePort()
    const printed = await start(
      'ponder',
      { FACTORY: factory.address, PONDER_TELEMETRY_DISABLED: 'true' },
      'node_modules/.bin/ponder',
      ...['start', '--schema', 'test', '--port', String(port), '--hostname', '127.0.0.1'],
    )
    const rows = async (): Promise<Row[]> => {
      if (child?.exitCode !== null) throw new Error(`Ponder ended:\n${printed()}`)
      const answer = await fetch(`http://127.0.0.1:${port}/transfers`).catch(() => undefined)
      return answer?.ok ? ((await answer.json()) as Row[]).map(picked) : []
    }

    const first = await wantedRows(factory)
    expect(first).toHaveLength(600)
    await expect.poll(rows, soon).toEqual(first)

    const [one, other] = factory.tokens
    await factory.emit(one!, 5)
    await factory.mine(2)
    const followed = await wantedRows(factory)
    expect(followed).toHaveLength(605)
    await expect.poll(rows, soon).toEqual(followed)

    await factory.reorganise(3, other!, 7)
    await factory.mine(1)
    const replaced = await wantedRows(factory)
    expect(replaced).toHaveLength(607)
    expect(replaced.slice(0, 600)).toEqual(first)
    await expect.poll(rows, soon).toEqual(replaced)
  })
})

describe('a processor of Subsquid that reads only by RPC', () => {
  it('has the events of the chain, even after a reorganisation, and ends at its last block', async () => {
    await serve('--gas-price', '1')
    const head = await factory.head()
    const lastBlock = head + 4
    const printed = await start('subsquid', {}, 'processor.js', transferTopic, String(lastBlock))
    const events = (kind: string): string[] => printed().match(new RegExp(`^${kind} .*$`, 'gm')) ?? []
    await expect.poll(() => events('head').at(-1), soon).toBe(`head ${head}`)

    const [one, other] = factory.tokens
    await factory.emit(one!, 5)
    await factory.mine(2)
    await expect.poll(() => events('head').at(-1), soon).toBe(`head ${head + 3}`)
    await factory.reorganise(3, other!, 7)
    await factory.mine(1)
    await expect.poll(() => events('undo').at(-1), soon).toBe(`undo to ${head}`)
    // The processor ends when its last block is final.
    await factory.mine(15)
    await expect.poll(() => child?.stdout?.readableEnded, soon).toBe(true)
    expect(child?.exitCode).toBe(0)
    const rows: Row[] = JSON.parse(readFileSync(join(project!.folder, 'rows.json'), 'utf8'))
    const wanted = await wantedRows(factory)
    expect(wanted).toHaveLength(607)
    expect(rows.map(picked)).toEqual(wanted.map((row) => ({ ...row, timestamp: row.timestamp * 1_000 })))
  })
})
