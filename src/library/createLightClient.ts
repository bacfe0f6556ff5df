import { LightError } from '../light/lightError.ts'
import type { LightNode } from '../node/light/lightNode.ts'
import { openLightNode } from '../node/light/openLightNode.ts'
import type { LightClient, LightClientOptions } from './lightClientTypes.ts'
import { type CheckedLightOptions, checkedLightOptions } from './lightOptionTable.ts'
import { lightRefusal } from './lightRefusal.ts'
import { RunningLight } from './runningLight.ts'

/** A page may refuse to open a WebSocket. */
function runningOrClosed(node: LightNode, options: CheckedLightOptions): RunningLight {
  try {
    return new RunningLight(node, options)
  } catch (error) {
    node.close()
    throw error
  }
}

/**
 * Starts a light client, and resolves when the head of the chain is believed. Rejects with a `TypeError` that names the
 * options that are wrong, and with a `ProviderRpcError` when no endpoint shows a chain that can be believed.
 */
export async function createLightClient(options: LightClientOptions): Promise<LightClient> {
  const checked = checkedLightOptions(options)
  const { onProblem = () => {}, onProgress } = checked
  let client: RunningLight | undefined
  try {
    const node = await openLightNode({
      ...checked,
      onProgress:
        onProgress &&
        (({ done, total = done, perSecond, secondsLeft }) =>
          onProgress({ done, total, perSecond, secondsLeft })),
      onProblem(error) {
        onProblem(error instanceof Error ? error : new Error(String(error)))
        if (error instanceof LightError) client?.stop(lightRefusal(error))
      },
    })
    client = runningOrClosed(node, checked)
    return client
  } catch (error) {
    throw lightRefusal(error)
  }
}
