import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runProgram } from '../../src/cli/program.ts'
import { buildCambium, cambium, removeBuild } from './cliProcess.ts'
import { ask, type StartedNode, startNode, stop } from './nodeProcess.ts'
import { TemporaryFolder } from './temporaryFolder.ts'

/* One server runs during most of these tests, while keys are created and revoked. */

let folder: TemporaryFolder
let node: StartedNode

const serve = (): Promise<StartedNode> =>
  startNode(
    ...['--access', 'keys', '--data', folder.path, '--admin-port', '0', '--log-level', 'debug'],
    ...['--network', 'regtest', '--network', 'testnet'],
  )

beforeAll(async () => {
  buildCambium()
  folder = new TemporaryFolder()
  node = await serve()
})
afterAll(async () => {
  await stop(node.running)
  folder.remove()
  removeBuild()
})

interface Key {
  readonly id: string
  readonly key: string
}

/** Runs `cambium keys` inside the test process, which saves the start of a process. */
async function manage<Result>(...words: string[]): Promise<Result> {
  let printed = ''
  const append = (line: string): void => {
    printed += line
  }
  const terminal = {
    print: append,
    note: append,
    status: undefined,
  }
  const surroundings = { version: '', environment: {}, terminal }
  const exitCode = await runProgram(['keys', ...words, '--json', '--data', folder.path], surroundings)
  if (exitCode !== 0) throw new Error(printed)
  return JSON.parse(printed)
}

const create = (...words: string[]): Promise<Key> => manage('create', '--label', 'test', ...words)

function urlOf(key: string, network = 'regtest'): string {
  return `${node.announced.networks.find(({ name }) => name === network)!.url}/${key}`
}

const statusOf = async (key: string, network?: string): Promise<number> =>
  (await ask(urlOf(key, network), 'eth_chainId')).status

/** A server reads changed keys with a delay of up to a second. */
const untilRefused = (key: string) => expect.poll(() => statusOf(key), { interval: 100 }).toBe(401)

describe('a server that requires keys', () => {
  it('rejects a missing key and an unknown key', async () => {
    const madeUp = `cambium_0123456789ab_${randomBytes(32).toString('base64url')}`
    for (const key of ['', 'any', madeUp]) {
      expect(await ask(urlOf(key), 'eth_chainId')).toMatchObject({
        status: 401,
        error: { code: -32020, message: 'missing or invalid API key' },
      })
    }
  })

  it('accepts a new key immediately, and rejects it within seconds of its revocation', async () => {
    const { id, key } = await create()
    expect(await ask(urlOf(key), 'eth_chainId')).toMatchObject({ status: 200, result: '0x21' })
    expect(await statusOf(key, 'testnet')).toBe(200)
    const { output } = await cambium('keys', 'revoke', id, '--data', folder.path)
    expect(output).toBe(`the key ${id} (test) is revoked\n`)
    await untilRefused(key)
  })

  it('closes the WebSocket of a revoked key', async () => {
    const { id, key } = await create()
    const socket = new WebSocket(urlOf(key).replace('http', 'ws'))
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await manage('revoke', id)
    const asking = setInterval(() => socket.send('{"id":1,"method":"eth_chainId"}'), 100)
    await closed
    clearInterval(asking)
  })

  it('accepts the new secret of a rotated key, and the old one during the grace period', async () => {
    const first = await create()
    const second = await manage<Key>('rotate', first.id, '--grace', '1h')
    expect(second.id).toBe(first.id)
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200])
    const third = await manage<Key>('rotate', first.id)
    expect(await statusOf(third.key)).toBe(200)
    await untilRefused(second.key)
    expect(await statusOf(first.key)).toBe(401)
  })

  it('rejects an expired key', async () => {
    const { key } = await create('--expires', '3s')
    expect(await statusOf(key)).toBe(200)
    await untilRefused(key)
  })

  it('restricts a key to its networks and methods', async () => {
    const { key } = await create('--network', 'testnet', '--method', 'net', '--method', 'eth_chainId')
    expect(await ask(urlOf(key, 'testnet'), 'eth_chainId')).toMatchObject({ status: 200, result: '0x1f' })
    expect(await ask(urlOf(key, 'testnet'), 'net_version')).toMatchObject({ status: 200, result: '31' })
    expect(await ask(urlOf(key, 'testnet'), 'eth_blockNumber')).toMatchObject({ error: { code: -32601 } })
    expect(await statusOf(key)).toBe(403)
  })

  it('words errors in the dialect of the key', async () => {
    const { key } = await create('--errors', 'ethereum')
    const { key: plain } = await create()
    // Code that reverts: PUSH1 0 PUSH1 0 REVERT.
    const creation = { data: '0x60006000fd' }
    expect(await ask(urlOf(key), 'eth_call', creation, 'latest')).toMatchObject({ error: { code: 3 } })
    expect(await ask(urlOf(plain), 'eth_call', creation, 'latest')).toMatchObject({ error: { code: -32015 } })
  })

  it('rejects requests above the rate with the time to wait', async () => {
    const { key: slow } = await create('--rate', '0.1', '--burst', '2')
    const statuses = [await statusOf(slow), await statusOf(slow)]
    const refused = await ask(urlOf(slow), 'eth_chainId')
    expect(statuses).toEqual([200, 200])
    expect(refused).toMatchObject({ status: 429, error: { code: -32005 } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(10)
  })

  it('keeps keys and their usage when it is killed, and logs only the ids of keys', async () => {
    const { id, key } = await create('--daily-units', '3')
    const { id: revokedId, key: revoked } = await create()
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 200])
    await expect.poll(() => manage('list')).toContainEqual(expect.objectContaining({ id, usedToday: 2 }))
    expect(await manage('usage', id)).toMatchObject([{ id, units: 2, calls: 2, gas: 0, logs: 0 }])
    await stop(node.running, 'SIGKILL')
    const { notes: log } = await node.running.ended
    expect(log).toContain(`caller=${id}`)
    expect(log).not.toContain(key.slice(-43))
    await manage('revoke', revokedId)
    const { key: offline } = await create()
    node = await serve()
    expect([await statusOf(offline), await statusOf(revoked)]).toEqual([200, 401])
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 429])
    expect(Number((await ask(urlOf(key), 'eth_chainId')).retryAfter)).toBeLessThanOrEqual(86_400)
  })

  it('copies keys with the chain of the running server, and accepts them where they are restored', async () => {
    const { key } = await create()
    const [backup, restored] = [new TemporaryFolder(), new TemporaryFolder()]
    for (const words of [
      ['backup', backup.path, '--data', folder.path],
      ['restore', backup.path, '--data', restored.path],
    ]) {
      const { exitCode, notes } = await cambium(...words)
      expect([exitCode, notes]).toEqual([0, expect.any(String)])
    }
    const second = await startNode('--access', 'keys', '--data', restored.path, '--network', 'regtest')
    const { url } = second.announced.networks[0]!
    expect(await ask(`${url}/${key}`, 'eth_chainId')).toMatchObject({ result: '0x21' })
    expect((await ask(url, 'eth_chainId')).status).toBe(401)
    expect(await stop(second.running)).toBe(0)
    backup.remove()
    restored.remove()
  })

  it('shows a key once, and never in a list, a file or a metric', async () => {
    const { id, key } = await create()
    expect(await statusOf(key)).toBe(200)
    const secret = key.slice(-43)
    const list = await cambium('keys', 'list', '--data', folder.path)
    const metrics = await (await fetch(node.announced.metrics[0]!)).text()
    expect(list.output).toContain(id)
    for (const text of [list.output, metrics]) expect(text).not.toContain(secret)
    for (const name of ['keys', 'usage'].flatMap((place) => filesIn(folder.at(place)))) {
      expect(readFileSync(name).includes(secret)).toBe(false)
    }
  })
})

const filesIn = (path: string): string[] => readdirSync(path).map((name) => join(path, name))

describe('cambium keys', () => {
  it('prints a new key on a line of its own, and lists keys without their secrets', async () => {
    const made = await cambium('keys', 'create', '--label', 'my shop', '--data', folder.path)
    expect(made.output).toMatch(/^cambium_[0-9a-f]{12}_[\w-]{43}\n$/)
    expect(made.notes).toContain('shown this once')
    const { output } = await cambium('keys', 'list', '--data', folder.path)
    expect(output).toMatch(/^ID +LABEL +STATUS/)
    expect(output).toMatch(/\n[0-9a-f]{12} +my shop +live/)
  })

  it('names a key that does not exist', async () => {
    const { exitCode, notes } = await cambium('keys', 'revoke', '0123456789ab', '--data', folder.path)
    expect(exitCode).toBe(1)
    expect(notes).toBe('cambium: there is no key with the id 0123456789ab\n')
  })

  it('creates keys from several processes at the same time', async () => {
    const words = ['keys', 'create', '--label', 'one of many', '--data', folder.path]
    const made = await Promise.all([cambium(...words), cambium(...words), create()])
    const keys = made.map((issued) => ('key' in issued ? issued.key : issued.output.trim()))
    for (const key of keys) expect(await statusOf(key)).toBe(200)
  })
})
