import { signal } from '@preact/signals'
import type { Block } from './answers.ts'
import { apiKey } from './apiKey.ts'
import { connection } from './connection.ts'
import { nodeInPage } from './nodeInPage.ts'
import { call, endpointPath } from './rpcClient.ts'
import { RpcError } from './rpcError.ts'

/** The newest block; undefined before the first answer. */
export const head = signal<Block | undefined>(undefined)
/** Whether the node refuses calls without a key, or the key. */
export const needsKey = signal(false)

const pollMs = 2_000
const maximumPauseMs = 15_000

/**
 * Follows the best chain: by a subscription, else by asking every two seconds. With an API key it asks, because a
 * browser can send a key over a WebSocket only as a part of its address.
 */
export function followHeads(): void {
  const node = nodeInPage()
  if (node !== undefined) {
    node.on('message', () => void ask())
    void call('eth_subscribe', 'newHeads').then(() => connection.reached('live'))
    void ask()
    return
  }
  apiKey.subscribe(() => void ask())
  poll()
  openSocket(1_000)
}

function poll(): void {
  setInterval(() => {
    const isHidden = document.visibilityState === 'hidden'
    if (!isHidden && connection.state.value !== 'live') void ask()
  }, pollMs)
}

async function ask(): Promise<void> {
  try {
    const newest = await call<Block>('eth_getBlockByNumber', 'latest', false)
    needsKey.value = false
    show(newest)
    if (connection.state.value !== 'live') connection.reached('polling')
  } catch (error) {
    if (error instanceof RpcError && error.needsKey) needsKey.value = true
    else if (error instanceof RpcError && error.isUnreachable) connection.lost()
  }
}

function show(newest: Block | null): void {
  if (newest !== null && newest.hash !== head.value?.hash) head.value = newest
}

function openSocket(pauseMs: number): void {
  if (apiKey.value !== '' || needsKey.value) {
    setTimeout(openSocket, maximumPauseMs, pauseMs)
    return
  }
  const socket = new WebSocket(
    `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${endpointPath()}`,
  )
  let wasLive = false
  socket.addEventListener('open', () => {
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  })
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data))
    if (typeof message !== 'object' || message === null) return
    if ('id' in message && 'result' in message) {
      wasLive = true
      connection.reached('live')
    }
    // A notification has the header only; the block is asked for, with what else came since.
    void ask()
  })
  socket.addEventListener('close', () => {
    if (connection.state.value === 'live') connection.state.value = 'polling'
    void ask()
    const next = wasLive ? 1_000 : Math.min(pauseMs * 2, maximumPauseMs)
    setTimeout(openSocket, next, next)
  })
}
