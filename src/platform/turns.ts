import { setImmediate as immediate } from 'node:timers/promises'

/** Calls the function in the next turn of the event loop. */
export const soon = (callback: () => void): void => {
  setImmediate(callback)
}

export const nextTurn = (): Promise<void> => immediate()
