const cambium = require('cambium')
const stream = require('cambium/stream')
const { story } = require('./story.cjs')

story({ ...cambium, ...stream }, process.argv[2]).then((result) => console.log(JSON.stringify(result)))
