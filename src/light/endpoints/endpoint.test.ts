import { describe, expect, it } from 'vitest'
import { LocalHeaders } from '../lightWorld.cases.ts'
import { openLightEndpoints } from '../openLightEndpoints.ts'
import { ScriptedChain } from '../scriptedChain.cases.ts'

describe('an endpoint that is put aside', () => {
  it('stays aside when another request to it fails', async () => {
    const chain = new ScriptedChain(new LocalHeaders(1).headers)
    const pool = openLightEndpoints({ urls: ['http://0.test'], transport: () => chain })
    const [endpoint] = pool.endpoints
    const asked = endpoint!.ask([{ method: 'eth_getBlockByNumber', params: ['latest', false] }], () => {})
    endpoint!.putAside('gives a false header')
    chain.isAway = true
    await expect(asked).rejects.toThrow('cannot be reached')
    expect(endpoint!).toMatchObject({ standing: 'aside', reason: 'gives a false header' })
    pool.close()
  })
})
