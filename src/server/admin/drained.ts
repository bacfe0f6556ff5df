import type { Writable } from 'node:stream'

/** Resolves when a body takes more, or its reader has left. Leaves no listener behind, unlike a race of `once`. */
export const drained = (body: Writable): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      body.off('drain', end)
      body.off('close', end)
      resolve()
    }
    body.on('drain', end)
    body.on('close', end)
  })
