// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Counter} from "../src/Counter.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Creates a contract and calls it: two transactions.
contract Deploy {
    bool public IS_SCRIPT = true;
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function run() external {
        vm.startBroadcast();
        Counter counter = new Counter(1);
        counter.set(42);
        vm.stopBroadcast();
    }
}
