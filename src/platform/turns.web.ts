/* A page has no setImmediate, and delays the fifth of nested timers by 4 ms; messages are not delayed. */

const waiting: (() => void)[] = []
const { port1, port2 } = new MessageChannel()
port1.addEventListener('message', () => waiting.shift()?.())
port1.start()

export const soon = (callback: () => void): void => {
  waiting.push(callback)
  port2.postMessage(undefined)
}

export const nextTurn = (): Promise<void> => new Promise(soon)
