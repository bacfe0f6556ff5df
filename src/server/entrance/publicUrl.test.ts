import { describe, expect, it } from 'vitest'
import { publicUrl } from './publicUrl.ts'

const host = '127.0.0.1:4444'
const urlOf = (headers: Record<string, string>, isProxied = true): string =>
  publicUrl({ method: 'GET', url: '/', headers: { host, ...headers } }, '/regtest/data', isProxied)

describe('the public URL of a path', () => {
  it.each([
    [{}, 'http://127.0.0.1:4444/regtest/data'],
    [
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'rpc.example.org' },
      'https://rpc.example.org/regtest/data',
    ],
    [{ 'x-forwarded-host': 'rpc.example.org:8443' }, 'http://rpc.example.org:8443/regtest/data'],
    [{ 'x-forwarded-host': '[2001:db8::1]:8443' }, 'http://[2001:db8::1]:8443/regtest/data'],
    [{ 'x-forwarded-prefix': '/rootstock/v1/' }, 'http://127.0.0.1:4444/rootstock/v1/regtest/data'],
    [
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'outer.example, inner.example' },
      'https://outer.example/regtest/data',
    ],
  ])('follows the headers of a trusted proxy: %j', (headers, url) => expect(urlOf(headers)).toBe(url))

  it.each([
    { 'x-forwarded-host': 'evil.example/path' },
    { 'x-forwarded-host': 'user@evil.example' },
    { 'x-forwarded-host': 'a b' },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-prefix': '//evil.example' },
    { 'x-forwarded-prefix': '/a?b' },
  ])('ignores malformed headers: %j', (headers) => expect(urlOf(headers)).toBe(urlOf({})))

  it('ignores the headers of other clients', () => {
    const forged = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/x',
    }
    expect(urlOf(forged, false)).toBe(urlOf({}))
  })

  it('has no name from a malformed Host header', () => {
    expect(urlOf({ host: 'a/b' }, false)).toBe('http://localhost/regtest/data')
  })
})
