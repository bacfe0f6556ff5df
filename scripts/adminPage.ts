import type { AdminRoute } from '../src/server/admin/adminRoute.ts'

const introduction = `# Admin API

This page is written by \`npx tsx scripts/write-methods.ts\` from the routes in \`src/server/admin\`.

\`--admin-port PORT\` opens an address for the operator (\`--admin-host\`, 127.0.0.1 by default). \`GET /metrics\` serves
Prometheus without a token; a browser gets the console at \`/\`, which asks for the token and does everything by the requests on
this page. Everything below \`/api\` needs the header \`Authorization: Bearer TOKEN\`; the token is the setting
\`admin-token\`, and without it each start makes one and prints it. Keep the address private: it has no TLS of its own.

Bodies and answers are JSON. Times in bodies are milliseconds since 1970, sizes are bytes. A refused request is answered with
\`{ "error": REASON }\` and the status 400 (wrong parameter), 401 (token), 404 (unknown), 405 (method), 409 (the server needs no
keys) or 413 (long body).

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:9100/api/overview
curl -H "Authorization: Bearer $TOKEN" -d '{"label":"shop","dailyUnits":1000000}' http://127.0.0.1:9100/api/keys
curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:9100/api/usage.csv?period=day&by=key,method' > usage.csv
\`\`\`
`

/** The text of docs/admin.md. */
export const adminPage = (routes: readonly AdminRoute[]): string =>
  [introduction, ...routes.map(section)].join('\n')

function section({ method, path, summary, parameters }: AdminRoute): string {
  const place = method === 'GET' ? 'query' : 'body'
  const rows = parameters.map(({ name, summary: meaning }) => `| \`${name}\` | ${meaning} |`)
  const table = rows.length === 0 ? [] : ['', `| ${place} | meaning |`, '|---|---|', ...rows]
  return [`## \`${method} ${path}\``, '', summary, ...table, ''].join('\n')
}
