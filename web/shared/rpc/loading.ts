import { useEffect, useState } from 'preact/hooks'
import { connection } from './connection.ts'
import { RpcError } from './rpcError.ts'

export type Loaded<Value> =
  | { readonly state: 'loading'; readonly value?: undefined }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown; readonly value?: Value | undefined }

/**
 * Loads a value, and again when one of `inputs` changes or the node comes back. A value stays while the next one
 * is loaded under the same `identity`, so that a page does not flicker with each block.
 */
export function useLoaded<Value>(
  load: () => Promise<Value>,
  identity: string,
  inputs: readonly unknown[] = [],
): Loaded<Value> {
  const [kept, setKept] = useState<{ identity: string; loaded: Loaded<Value> }>()
  const { epoch } = connection
  const key = [identity, ...inputs, epoch.value].join('|')
  // The key stands for everything that `load` reads.
  useEffect(() => {
    let isCurrent = true
    load().then(
      (value) => {
        if (isCurrent) setKept({ identity, loaded: { state: 'ready', value } })
      },
      (error: unknown) => {
        if (!isCurrent) return
        if (error instanceof RpcError && error.isUnreachable) connection.lost()
        setKept((before) => {
          const value = before?.identity === identity ? before.loaded.value : undefined
          return { identity, loaded: { state: 'failed', error, value } }
        })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key])
  return kept?.identity === identity ? kept.loaded : { state: 'loading' }
}
