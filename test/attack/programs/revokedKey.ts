import { once } from 'node:events'
import { WebSocket } from 'ws'
import { cambium } from '../../processes/cliProcess.ts'
import { type Attack, violationsOf } from '../attack.ts'

export const revokedKey: Attack = {
  name: 'revoked',
  aim: 'keeps the WebSocket of a key that is revoked, and sends nothing',
  isForGateways: true,
  async run({ target }) {
    const { id, client } = await target.createKey()
    const socket = new WebSocket(client.url.href.replace('http', 'ws'))
    await once(socket, 'open')
    const closed = once(socket, 'close').then(([code]) => ({ code, atMs: performance.now() }))
    await cambium('keys', 'revoke', id, '--data', target.folder)
    const revokedAtMs = performance.now()
    const timer = setTimeout(() => socket.terminate(), 10_000)
    const { code, atMs } = await closed
    clearTimeout(timer)
    const seconds = Math.max(0, atMs - revokedAtMs) / 1000
    return {
      figures: `closed with ${code} ${seconds.toFixed(1)} s after the command`,
      violations: violationsOf({ 'the server closes the socket': code === 1008 }),
    }
  },
}
