import { describe, expect, it } from 'vitest'
import { ask, stop } from '../processes/nodeProcess.ts'
import { freePort } from './freePort.ts'
import { Load } from './load.ts'
import { useNodeFolder } from './nodeFolder.ts'

const patience = { timeout: 120_000, interval: 50 }
const nodes = useNodeFolder()

/** A writer, two readers of its folder and a gateway before them; the writer has mined a transaction. */
async function openFleet() {
  const secret = nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
  const fleet = ['--fleet-secret-file', secret]
  const data = ['--network', 'regtest', '--data', nodes.folder.at('data')]
  const port = await freePort()
  const startWriter = () => nodes.start('--port', String(port), ...data, ...fleet, '--access', 'open')
  const writer = await startWriter()
  const reader = () => nodes.start('--role', 'reader', '--nodes', `regtest=${writer.url}`, ...data, ...fleet)
  const readers = [await reader(), await reader()]
  const urls = readers.map(({ url }) => url).join(',')
  const gateway = await nodes.start('--role', 'gateway', '--nodes', `regtest=${urls}`, ...fleet)
  const { result: accounts } = await ask(writer.url, 'eth_accounts')
  const [from, to] = accounts as string[]
  const { result: hash } = await ask(writer.url, 'eth_sendTransaction', { from, to, value: '0x1' })
  const height = async () => (await ask(gateway.url, 'eth_blockNumber')).result
  await expect.poll(height, patience).toBe('0x1')
  const questions = [
    ['eth_blockNumber'],
    ['eth_getTransactionByHash', hash],
    ['eth_getBalance', to, 'latest'],
    ['eth_estimateGas', { from, to, value: '0x1' }],
    ['eth_gasPrice'],
    ['eth_syncing'],
    ['net_listening'],
  ] as const
  let asked = 0
  const load = () => new Load(gateway.url, 4, () => questions[asked++ % questions.length]!)
  return { writer, startWriter, gateway, load, height, send: { from, to, value: '0x1' } }
}

describe('readers behind a gateway', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)('answer every read when their writer gets %s', async (signal) => {
    const { writer, startWriter, gateway, load: start, height, send } = await openFleet()
    const load = start()
    await expect.poll(() => load.answered, patience).toBeGreaterThan(100)
    writer.running.child.kill(signal)
    const before = load.answered
    await expect.poll(() => load.answered, patience).toBeGreaterThan(before + 400)
    await expect
      .poll(async () => (await ask(gateway.url, 'eth_sendTransaction', send)).error, patience)
      .toMatchObject({ message: expect.stringContaining('this node reads only: its writer') })
    expect((await fetch(new URL('/ready', gateway.url))).status).toBe(200)
    if (signal === 'SIGSTOP') writer.running.child.kill('SIGCONT')
    else await startWriter()
    await expect
      .poll(async () => (await ask(gateway.url, 'eth_sendTransaction', send)).error, patience)
      .toBeUndefined()
    await expect.poll(height, patience).not.toBe('0x1')
    await load.stop()
    console.info(`a writer with ${signal}: ${load.answered} reads, ${load.failures.length} failed`)
    expect(load.failures).toEqual([])
    if (signal === 'SIGSTOP') await stop(writer.running)
  })
})
