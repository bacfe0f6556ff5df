// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// A token with an immutable value and a total that anybody raises. build-info/Ledger.json is its build by solc 0.8.28
/// for istanbul.
contract Ledger {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    address public immutable keeper;
    uint256 public total;
    mapping(address => uint256) public balanceOf;

    event Counted(address indexed by, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
        keeper = msg.sender;
        balanceOf[msg.sender] = 1000 ether;
        emit Transfer(address(0), msg.sender, 1000 ether);
    }

    function add(uint256 amount) external {
        total += amount;
        emit Counted(msg.sender, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
