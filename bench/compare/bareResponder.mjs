// A minimal server over node:http: it reads a body and answers with a fixed one. Its argument is the port.
import { createServer } from 'node:http'

const body = '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
const headers = { 'content-type': 'application/json', 'content-length': body.length }

createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => response.writeHead(200, headers).end(body))
}).listen(Number(process.argv[2]), '127.0.0.1')
