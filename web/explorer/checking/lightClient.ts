import { endpointPath } from '../../shared/rpc/rpcClient.ts'
import { network } from '../network.ts'

/** The part of `cambium/light` that the page uses. */
export interface LightClient {
  request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>
  refresh(): Promise<void>
  status(): { readonly text: string; readonly head: { readonly number: number; readonly hash: string } }
  close(): Promise<void>
}

interface LightModule {
  createLightClient(options: {
    readonly endpoints: readonly string[]
    readonly network: string
    readonly pollMs: number
  }): Promise<LightClient>
}

/** The file of the light client, set by the build. */
declare const lightModuleFile: string

let opened: Promise<LightClient> | undefined

/** A client of the node that the page shows, with the newest head. It is loaded when the first check needs it. */
export async function lightClient(): Promise<LightClient> {
  opened ??= open()
  try {
    const client = await opened
    await client.refresh()
    return client
  } catch (error) {
    forgetLightClient()
    throw error
  }
}

/** The next check begins with a new one: a client does not ask an endpoint again that has lied. */
export function forgetLightClient(): void {
  opened?.then((client) => client.close()).catch(() => {})
  opened = undefined
}

async function open(): Promise<LightClient> {
  const { createLightClient }: LightModule = await import(new URL(lightModuleFile, import.meta.url).href)
  return createLightClient({
    endpoints: [`${location.origin}${endpointPath()}`],
    network: networkNames[network.value?.chainId ?? 0] ?? 'regtest',
    pollMs: 0,
  })
}

const networkNames: Readonly<Record<number, string>> = { 30: 'mainnet', 31: 'testnet' }
