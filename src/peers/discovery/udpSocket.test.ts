import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../transport/transportWorld.cases.ts'
import { UdpSocket, type UdpSocketParts } from './udpSocket.ts'

const open: UdpSocket[] = []
afterEach(() => Promise.all(open.splice(0).map((socket) => socket.close())))

async function udpSocket(options: Partial<UdpSocketParts> = {}): Promise<UdpSocket> {
  const socket = await UdpSocket.open({
    host: '127.0.0.1',
    port: 0,
    onPacket: () => undefined,
    onProblem: () => undefined,
    ...options,
  })
  open.push(socket)
  return socket
}

describe('a UDP socket', () => {
  it('drops packets that it cannot send', async () => {
    const socket = await udpSocket()
    for (const address of [
      { host: '127.0.0.1', port: 0 },
      { host: '::1', port: 5 },
      { host: 'no address', port: 5 },
    ]) {
      expect(() => socket.send(Uint8Array.of(1), address)).not.toThrow()
    }
  })

  it('reports an error in handling a packet, and stays open', async () => {
    const onProblem = vi.fn()
    const onPacket = vi.fn(() => {
      throw new Error('a mistake')
    })
    const [receiver, sender] = [await udpSocket({ onPacket, onProblem }), await udpSocket()]
    for (let packet = 1; packet <= 2; packet++) {
      sender.send(Uint8Array.of(packet), { host: '127.0.0.1', port: receiver.port })
      await eventually(() => expect(onPacket).toHaveBeenCalledTimes(packet))
    }
    expect(onProblem.mock.calls).toEqual([['a mistake'], ['a mistake']])
  })
})
