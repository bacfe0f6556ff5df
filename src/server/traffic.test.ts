import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Traffic } from './traffic.ts'

const server = createServer()
const traffic = new Traffic(server)

afterEach(() => {
  server.close()
})

/** A connection, and the server's end of it. */
async function connected(): Promise<[Socket, Socket]> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [accepted] = await once(server, 'connection')
  return [client, accepted]
}

describe('Traffic', () => {
  it('tells received bytes once, and that a client waits until bytes were sent', async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(traffic.look()).toEqual({ receivedBytes: 0, isAnswering: false })
    const [client, accepted] = await connected()
    expect(traffic.look()).toEqual({ receivedBytes: 0, isAnswering: false })
    client.write('question')
    await once(accepted, 'data')
    expect(traffic.look()).toEqual({ receivedBytes: 8, isAnswering: true })
    expect(traffic.look()).toEqual({ receivedBytes: 0, isAnswering: true })
    accepted.write('answer')
    await once(client, 'data')
    expect(traffic.look()).toEqual({ receivedBytes: 0, isAnswering: false })
    client.write('again')
    await once(accepted, 'data')
    accepted.end('answer')
    client.end()
    await once(accepted, 'close')
    expect(traffic.look()).toEqual({ receivedBytes: 5, isAnswering: false })
  })
})
