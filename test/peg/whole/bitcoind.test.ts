import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendCases } from '../../../src/dev/bitcoin/bitcoinBackend.cases.ts'
import { openBitcoind } from '../../../src/dev/bitcoin/bitcoind/bitcoindBackend.ts'
import { BitcoindClient } from '../../../src/dev/bitcoin/bitcoind/bitcoindClient.ts'
import { openFundedBitcoin } from '../../../src/dev/bitcoin/simulatedBitcoin.cases.ts'
import { toHexDigits } from '../../../src/primitives/hex.ts'

const isInstalled = spawnSync('bitcoind', ['-version']).status === 0
if (!isInstalled) console.warn('bitcoind is not on this machine: its tests are skipped')

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe.skipIf(!isInstalled)('a real bitcoind', () => {
  let url = ''
  let folder = ''
  let running: ChildProcess | undefined

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cambium-bitcoind-'))
    const port = await freePort()
    url = `http://user:password@127.0.0.1:${port}`
    const flags = [
      '-regtest',
      `-datadir=${folder}`,
      `-rpcport=${port}`,
      '-rpcuser=user',
      '-rpcpassword=password',
    ]
    running = spawn('bitcoind', [...flags, '-listen=0', '-txindex', '-server'], { stdio: 'ignore' })
    for (let tries = 0; tries < 120; tries++) {
      try {
        await openBitcoind({ url })
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    throw new Error('bitcoind did not start within a minute')
  })

  afterAll(async () => {
    const ended = running && new Promise((resolve) => running?.once('exit', resolve))
    running?.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  it('accepts the blocks of the simulation', async () => {
    const { bitcoin } = await openFundedBitcoin()
    for (const kind of ['legacy', 'p2sh-segwit', 'bech32'] as const) {
      await bitcoin.pay([{ address: await bitcoin.newAddress(kind), satoshis: 5_000_000n }])
      await bitcoin.generate(1)
    }
    const client = new BitcoindClient({ url })
    const height = await bitcoin.height()
    for (let at = 1; at <= height; at++) {
      const bytes = await bitcoin.block(await bitcoin.blockHash(at))
      expect(await client.call('submitblock', toHexDigits(bytes))).toBe(null)
    }
    expect(await client.text('getbestblockhash')).toBe(toHexDigits(await bitcoin.blockHash(height)))
  })

  backendCases(() => openBitcoind({ url }))
})
