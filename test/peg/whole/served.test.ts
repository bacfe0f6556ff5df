import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ContractFactory, JsonRpcProvider } from 'ethers'
import { afterAll, beforeAll, expect, it } from 'vitest'

/* A development chain with a peg as other programs reach it: Bitcoin and Rootstock over HTTP only. */

const program = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))

let child: ChildProcess
let url = ''
beforeAll(async () => {
  const words = ['dev', '--peg', '--peg-manual', '--port', '0']
  const started = spawn(process.execPath, ['--import', 'tsx', program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let output = ''
  for await (const text of started.stdout.setEncoding('utf8')) {
    output += text
    url = /Bitcoin RPC URL\s+(\S+)\/bitcoin/.exec(output)?.[1] ?? ''
    if (url !== '') return
  }
  throw new Error(`the chain did not start: ${output}`)
})
afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
})

async function bitcoin(method: string, ...params: readonly unknown[]) {
  const response = await fetch(`${url}/bitcoin`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', authorization: `Basic ${btoa('user:password')}` },
    body: JSON.stringify({ id: 1, method, params }),
  })
  const { result, error } = JSON.parse(await response.text())
  return { status: response.status, result, error }
}

/**
 * Code that returns its balance to any call, and the code that deploys it. It does not use SELFBALANCE, which Rootstock's
 * first rules lack.
 */
const runtime = '303160005260206000f3'
const creation = `0x600a600c600039600a6000f3${runtime}`

it('a contract receives bitcoins, and its owner gets some back', async () => {
  const provider = new JsonRpcProvider(url)
  try {
    const signer = await provider.getSigner(0)
    const abi = ['function total() view returns (uint256)']
    const vault = await new ContractFactory(abi, creation, signer).deploy({ type: 0 })
    await vault.waitForDeployment()
    const paid = await provider.send('peg_in', [{ satoshis: '0x2faf080', to: await vault.getAddress() }])
    expect(JSON.stringify(paid)).toMatch(/[0-9a-f]{64}/)
    expect((await bitcoin('getrawmempool')).result).toHaveLength(1)
    await provider.send('peg_advance', ['all'])
    expect(await vault.getFunction('total').staticCall()).toBe(50_000_000n * 10n ** 10n)

    const asked = await provider.send('peg_out', [{ from: await signer.getAddress(), satoshis: '0x989680' }])
    await provider.send('peg_advance', ['all'])
    const found = await bitcoin('scantxoutset', 'start', [`addr(${asked.bitcoinAddress})`])
    expect(found.result.unspents).toHaveLength(1)
    expect(found.result.total_amount).toBeGreaterThan(0.09)
  } finally {
    provider.destroy()
  }
})

it('Bitcoin’s errors have Bitcoin Core’s codes and statuses', async () => {
  expect(await bitcoin('sendtoaddress', 'nowhere', 1)).toMatchObject({ status: 500, error: { code: -5 } })
  expect(await bitcoin('getblockhash', 1_000_000)).toMatchObject({ status: 500, error: { code: -8 } })
  expect(await bitcoin('nothing')).toMatchObject({ status: 404, error: { code: -32_601 } })
})
