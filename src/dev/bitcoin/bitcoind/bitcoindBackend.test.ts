import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backendCases } from '../bitcoinBackend.cases.ts'
import { BitcoinRpc } from '../rpc/bitcoinRpc.ts'
import { openBitcoin } from '../simulatedBitcoin.cases.ts'
import { openBitcoind } from './bitcoindBackend.ts'

type Answer = (body: string, authorization: string | undefined) => Promise<{ status: number; text: string }>

/** A server of JSON-RPC on a free port; returns its port. */
async function serve(answer: Answer): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { status, text } = await answer(Buffer.concat(chunks).toString(), request.headers.authorization)
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function simulation(): Answer {
  const { bitcoin } = openBitcoin()
  const rpc = new BitcoinRpc(bitcoin, () => {})
  return (body) => rpc.answer(body)
}

async function openOverHttp() {
  const port = await serve(simulation())
  const backend = await openBitcoind({ url: `http://user:secret@127.0.0.1:${port}` })
  onTestFinished(() => backend.close())
  return backend
}

describe('a bitcoind beside a local chain', () => {
  backendCases(openOverHttp)

  it('sends user and password of the URL, or those of the cookie file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cambium-cookie-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const cookieFile = join(folder, '.cookie')
    writeFileSync(cookieFile, '__cookie__:abc\n')
    const seen = new Set<string | undefined>()
    const answer = simulation()
    const port = await serve((body, authorization) => {
      seen.add(authorization)
      return answer(body, authorization)
    })
    await openBitcoind({ url: `http://user:p%40ss@127.0.0.1:${port}`, cookieFile })
    await openBitcoind({ url: `http://127.0.0.1:${port}`, cookieFile })
    expect([...seen]).toEqual([`Basic ${btoa('user:p@ss')}`, `Basic ${btoa('__cookie__:abc')}`])
  })

  it('names the problem and never the password', async () => {
    const refusal = await serve(async () => ({ status: 401, text: '' }))
    const page = await serve(async () => ({ status: 200, text: '<html>' }))
    const mainnet = await serve(async () => ({
      status: 200,
      text: '{"result":{"chain":"main"},"error":null}',
    }))
    const at = (port: number) => openBitcoind({ url: `http://user:secret@127.0.0.1:${port}` })
    const address = (port: number) => `the bitcoind at http://127.0.0.1:${port}/`
    await expect(at(refusal)).rejects.toThrow(`${address(refusal)} refuses the user and password`)
    await expect(at(page)).rejects.toThrow(`${address(page)} answers with status 200 and without JSON`)
    await expect(at(mainnet)).rejects.toThrow(
      `${address(mainnet)} is on the network main: start it with -regtest`,
    )
    await expect(at(1)).rejects.toThrow(/^the bitcoind at http:\/\/127.0.0.1:1\/ cannot be reached/)
    await expect(openBitcoind({ url: 'ftp://x' })).rejects.toThrow(
      'the address of a bitcoind is a URL such as',
    )
    await expect(openBitcoind({ url: 'http://127.0.0.1:1', cookieFile: '/nowhere/.cookie' })).rejects.toThrow(
      'the cookie file of the bitcoind cannot be read',
    )
  })
})
