import { describe, expect, it } from 'vitest'
import { hasRedis, RedisServer } from './redisServer.ts'

describe.skipIf(!hasRedis)('the Redis of these tests', () => {
  it('keeps acknowledged writes when it is killed', async () => {
    const server = await RedisServer.start()
    try {
      expect(await server.ask('SET', 'name', 'value')).toBe('+OK\r\n')
      await server.kill()
      await server.run()
      expect(await server.ask('GET', 'name')).toBe('$5\r\nvalue\r\n')
    } finally {
      await server.close()
    }
  })
})
