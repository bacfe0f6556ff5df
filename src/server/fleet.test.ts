import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { RpcError } from '../rpc/errors/errors.ts'
import { StreamedJson } from '../rpc/json/streamedJson.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

const fleetSecret = 'a secret of the fleet, long enough'.replaceAll(' ', '-')
const ofGateway = { 'x-cambium-fleet': fleetSecret, 'x-cambium-client': 'key:0123456789ab' }

async function* longAnswer() {
  for (let count = 0; count < 40; count++) yield count === 0 ? `"${'x'.repeat(300_000)}` : 'x'.repeat(300_000)
  yield '"'
}

const network = () =>
  new TestNetwork('regtest', {
    test_client: (_, { name, errors, grants }) => ({
      name,
      errors: errors ?? null,
      isGranted: grants?.('personal_sign') ?? null,
    }),
    test_fail: () => {
      throw new RpcError(-32_000, 'failed')
    },
    test_stream: () => new StreamedJson(longAnswer()),
  })

const request = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })

/** The answer to a streamed call of a gateway, read to its end. */
const streamed = (port: number, further: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { ...ofGateway, 'content-type': 'application/json', ...further }
    const sent = httpRequest({ port, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response))
    })
    sent.on('error', reject).end(JSON.stringify(request('test_stream')))
  })

describe('a node behind gateways', () => {
  it('answers a gateway without a key, for the client that the gateway names', async () => {
    const world = await openServerWorld({ needsKeys: true, fleetSecret, networks: [network()] })
    const keyed = await world.post(request('test_client'), '/', {
      ...ofGateway,
      'x-cambium-errors': 'ethereum',
    })
    expect(keyed.body?.result).toEqual({ name: '0123456789ab', errors: 'ethereum', isGranted: true })
    const guest = { ...ofGateway, 'x-cambium-client': 'guest:203.0.113.9' }
    const open = await world.post(request('test_client'), '/', guest)
    expect(open.body?.result).toEqual({ name: '203.0.113.9', errors: null, isGranted: null })
    const malformed = { ...ofGateway, 'x-cambium-client': 'key:a b' }
    expect((await world.post(request('test_client'), '/', malformed)).body?.result).toMatchObject({
      ...{ name: 'unnamed', isGranted: null },
    })
  })

  it('reports its best block and the work of each call to the gateway', async () => {
    const world = await openServerWorld({ fleetSecret, networks: [network()] })
    const { headers } = await world.post([request('test_name'), request('test_fail', 2)], '/', ofGateway)
    expect(headers.get('x-cambium-head')).toBe(`7,0x${'7'.repeat(64)}`)
    expect(headers.get('x-cambium-work')).toMatch(/^0\.000,0,0,;0\.000,0,0,-32000$/)
  })

  it('reports the work of a streamed answer after its end', async () => {
    const world = await openServerWorld({ fleetSecret, networks: [network()] })
    // The second request is not plain, so that Node's own server answers it.
    for (const further of [{}, { te: 'trailers' }]) {
      const { headers, trailers } = await streamed(world.port, further)
      expect(headers['x-cambium-head']).toBe(`7,0x${'7'.repeat(64)}`)
      expect(trailers['x-cambium-work']).toMatch(/^0\.000,0,0,$/)
    }
  })

  it('reports the work to a client that asks for it, as reader processes without the secret do', async () => {
    const world = await openServerWorld({ networks: [network()] })
    const { body, headers } = await world.post(request('test_client'), '/', { 'x-cambium-work': 'report' })
    expect(body?.result).toMatchObject({ name: '127.0.0.1' })
    expect(headers.get('x-cambium-work')).toMatch(/^0\.000,0,0,$/)
  })

  it('treats a wrong secret like a missing one', async () => {
    const world = await openServerWorld({ needsKeys: true, fleetSecret, networks: [network()] })
    const wrong = { ...ofGateway, 'x-cambium-fleet': fleetSecret.replace('a', 'b') }
    expect((await world.post(request('test_client'), '/', wrong)).status).toBe(401)
    const { status, headers } = await world.post(request('test_client'), `/${world.createKey()}`, wrong)
    expect(status).toBe(200)
    expect(headers.has('x-cambium-head')).toBe(false)
  })

  it('ignores the headers of gateways where it has no secret', async () => {
    const world = await openServerWorld({ networks: [network()] })
    const { body, headers } = await world.post(request('test_client'), '/', ofGateway)
    expect(body?.result).toMatchObject({ name: '127.0.0.1' })
    expect(headers.has('x-cambium-work')).toBe(false)
  })
})
