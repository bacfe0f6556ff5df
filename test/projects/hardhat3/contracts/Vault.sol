// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Every way in which a contract can fail, and cells that helpers change.
contract Vault {
    error TooMuch(uint256 wanted, uint256 available);
    error Closed();

    event Paid(address indexed by, uint256 amount);

    uint256 public number;
    mapping(address => uint256) public deposits;

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
        emit Paid(msg.sender, msg.value);
    }

    function take(uint256 amount) external {
        uint256 available = deposits[msg.sender];
        if (amount > available) revert TooMuch(amount, available);
        deposits[msg.sender] = available - amount;
        payable(msg.sender).transfer(amount);
    }

    function set(uint256 value) external {
        number = value;
    }

    function close() external pure {
        revert Closed();
    }

    function silent() external pure {
        revert();
    }

    function divide(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function check(bool fine) external pure {
        assert(fine);
    }

    receive() external payable {}
}
