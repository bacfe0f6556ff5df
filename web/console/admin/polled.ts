import { type Loaded, useLoaded } from '../../shared/rpc/loading.ts'
import { now } from '../../shared/time/now.ts'
import { ask } from './adminClient.ts'

/** An answer of the admin API that is asked for again every few seconds. */
export function usePolled<Answer>(path: string, everySeconds = 5): Loaded<Answer> {
  const turn = Math.floor(now.value / 1000 / everySeconds)
  return useLoaded(() => ask<Answer>(path), path, [turn])
}
