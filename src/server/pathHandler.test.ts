import { describe, expect, it } from 'vitest'
import { BitcoinRpc } from '../dev/bitcoin/rpc/bitcoinRpc.ts'
import { SimulatedBitcoin } from '../dev/bitcoin/simulatedBitcoin.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

/** A server with a simulated Bitcoin at `/bitcoin`. */
async function openBitcoinServer(limits: { readonly bodyBytes?: number } = {}) {
  const bitcoin = new SimulatedBitcoin({ now: () => 1_767_225_600 })
  const rpc = new BitcoinRpc(bitcoin, () => {})
  const handlers = [{ name: 'bitcoin', answer: (body: string) => rpc.answer(body) }]
  const networks = [new TestNetwork('regtest', {}, ['https://dapp.example'])]
  const world = await openServerWorld({ networks, handlers, limits })
  return { url: world.url }
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

const request = JSON.stringify({ id: 1, method: 'getblockcount' })

describe('what is served beside the networks', () => {
  it.each(['/bitcoin', '/bitcoin/', '/bitcoin/wallet/mine'])('is answered at %s', async (path) => {
    const { url } = await openBitcoinServer()
    const answer = await post(url + path, request)
    expect([answer.status, await answer.json()]).toEqual([200, { result: 0, error: null, id: 1 }])
  })

  it('answers with the status of the handler', async () => {
    const { url } = await openBitcoinServer()
    expect((await post(`${url}/bitcoin`, '{"method":"nothing"}')).status).toBe(404)
    expect((await post(`${url}/bitcoin`, '{')).status).toBe(500)
    const notification = await post(`${url}/bitcoin`, '{"jsonrpc":"2.0","method":"getblockcount"}')
    expect([notification.status, await notification.text()]).toEqual([204, ''])
  })

  it('accepts the credentials and types that programs of Bitcoin send', async () => {
    const { url } = await openBitcoinServer()
    const headers = { 'content-type': 'text/plain', authorization: `Basic ${btoa('user:password')}` }
    expect((await post(`${url}/bitcoin`, request, headers)).status).toBe(200)
  })

  it('is closed to web pages that the network does not allow', async () => {
    const { url } = await openBitcoinServer()
    const allowed = { origin: 'https://dapp.example' }
    expect((await post(`${url}/bitcoin`, request, allowed)).status).toBe(200)
    expect((await post(`${url}/bitcoin`, request, { ...allowed, 'content-type': 'text/plain' })).status).toBe(
      415,
    )
    expect((await post(`${url}/bitcoin`, request, { origin: 'https://other.example' })).status).toBe(400)
  })

  it('obeys the limit of bodies', async () => {
    const { url } = await openBitcoinServer({ bodyBytes: 1000 })
    expect((await post(`${url}/bitcoin`, ' '.repeat(1001))).status).toBe(413)
  })

  it('leaves the networks as they are', async () => {
    const { url } = await openBitcoinServer()
    const answer = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'test_name' }))
    expect(await answer.json()).toMatchObject({ result: 'regtest' })
  })
})
