import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { type ServedChain, startDevelopmentChain } from '../web/servedChains.ts'
import { hasPostgres, PostgresServer } from './postgresServer.ts'

const root = resolve(import.meta.dirname, '../..')
const reorganisations = 50
const kills = 20
/** Emits two logs with the first word of its input. */
const twoLogs = toHex(deployer(assemble('0 CALLDATALOAD 0 MSTORE 0 CALLDATALOAD 32 0 LOG1 32 0 LOG0 STOP')))

interface Block {
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly transactions: readonly {
    readonly hash: string
    readonly from: string
    readonly to: string | null
    readonly value: string
    readonly input: string
  }[]
}

interface Log {
  readonly blockNumber: string
  readonly logIndex: string
  readonly transactionIndex: string
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A generator of whole numbers below a bound (mulberry32), so that a failed run can be repeated. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const word = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((word ^ (word >>> 14)) >>> 0) % bound) >>> 0
  }
}

describe.skipIf(!hasPostgres)('examples/postgres', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-into-postgres-'))
  let server: PostgresServer
  let chain: ServedChain
  let from: string
  let contract: string
  let program: Program | undefined

  beforeAll(async () => {
    cpSync(join(root, 'examples/postgres'), folder, { recursive: true })
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['ci', ...quiet], { cwd: folder })
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    symlinkSync(root, join(folder, 'node_modules/cambium'))
    server = await PostgresServer.start()
    chain = await startDevelopmentChain()
    ;[from] = await chain.call<[string]>('eth_accounts')
    const hash = await chain.call('eth_sendTransaction', { from, data: twoLogs, gas: '0x100000' })
    const receipt = await chain.call<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
    contract = receipt.contractAddress
  })
  afterAll(async () => {
    await program?.kill()
    await chain?.stop()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (): Program => new Program(folder, chain.url, server.url)
  const send = (value: number, data?: string) =>
    chain.call('eth_sendTransaction', {
      from,
      to: data === undefined ? `0x${'42'.repeat(20)}` : contract,
      gas: '0x20000',
      ...(data === undefined ? { value: `0x${value.toString(16)}` } : { data }),
    })

  /** A branch of up to four blocks, each with a payment or logs. */
  async function mine(random: (bound: number) => number): Promise<void> {
    for (let count = random(4); count >= 0; count--) {
      const value = random(1 << 30)
      await send(value, random(3) === 0 ? undefined : `0x${value.toString(16).padStart(64, '0')}`)
    }
  }

  /** Resolves when the position in the database is the best block. */
  async function caughtUp(): Promise<void> {
    const { hash } = await chain.call<Block>('eth_getBlockByNumber', 'latest', false)
    await expect
      .poll(
        () => {
          if (program?.isRunning !== true) throw new Error(`the program ended: ${program?.output}`)
          return server.rows('SELECT json FROM position').join()
        },
        { timeout: 120_000, interval: 100 },
      )
      .toContain(hash)
  }

  async function expectRowsOfChain(): Promise<void> {
    const head = Number(await chain.call<string>('eth_blockNumber'))
    const blocks: string[] = []
    const transactions: string[] = []
    for (let number = 0; number <= head; number++) {
      const block = await chain.call<Block>('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
      blocks.push([number, block.hash, block.parentHash, Number(block.timestamp)].join('|'))
      for (const [index, { hash, from: sender, to, value, input }] of block.transactions.entries()) {
        transactions.push([number, index, hash, sender, to ?? '', BigInt(value), input].join('|'))
      }
    }
    const logs = await chain.call<Log[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest' })
    const logRows = logs.map(({ blockNumber, logIndex, transactionIndex, address, topics, data }) =>
      [
        ...[Number(blockNumber), Number(logIndex), Number(transactionIndex)],
        ...[address, `{${topics.join()}}`, data],
      ].join('|'),
    )
    expect(server.rows('SELECT * FROM blocks ORDER BY block')).toEqual(blocks)
    expect(server.rows('SELECT * FROM transactions ORDER BY block, index')).toEqual(transactions)
    expect(server.rows('SELECT * FROM logs ORDER BY block, index')).toEqual(logRows)
    expect(logRows.length).toBeGreaterThan(0)
  }

  it(`has the rows of the best chain after ${reorganisations} reorganisations and ${kills} kills`, async () => {
    const random = randomNumbers(7)
    await mine(random)
    program = start()
    await caughtUp()
    let killed = 0
    for (let round = 0; round < reorganisations; round++) {
      const snapshot = await chain.call('evm_snapshot')
      await mine(random)
      await caughtUp()
      await chain.call('evm_revert', snapshot)
      await chain.call('evm_increaseTime', 1 + random(100))
      const mining = mine(random)
      if (random(reorganisations - round) < kills - killed) {
        await new Promise((resolve) => setTimeout(resolve, random(900)))
        await program.kill()
        killed++
        program = start()
      }
      await mining
      await caughtUp()
      if (round % 10 === 9) await expectRowsOfChain()
    }
    expect(killed).toBe(kills)
    await expectRowsOfChain()
  })

  it('stops when another program writes the database', async () => {
    await program?.kill()
    const [one, other] = [start(), start()]
    // Both continue from the same position; with the next block one of them is second.
    while (one.isRunning && other.isRunning) {
      await send(1)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await Promise.all([one.kill(), other.kill()])
    expect([one.output, other.output].join()).toContain('another program writes this database')
    program = start()
    await caughtUp()
    await expectRowsOfChain()
  })
})

class Program {
  readonly ended: Promise<unknown>
  output = ''
  readonly #child: ChildProcess

  constructor(folder: string, chainUrl: string, databaseUrl: string) {
    this.#child = spawn(process.execPath, ['index.js', chainUrl, databaseUrl], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.ended = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }
}
