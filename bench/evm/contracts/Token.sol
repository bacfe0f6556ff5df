// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// An ERC-20 token and loops over its functions, called internally: one transaction, many storage accesses.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;

    function transfer(address to, uint256 amount) public returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) public returns (bool) {
        setAllowance(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= amount, "allowance too low");
        setAllowance(from, msg.sender, allowed - amount);
        move(from, to, amount);
        return true;
    }

    /// Transfers of 0, 1, 2 … to one receiver.
    function transfers(uint256 count, address to) external returns (uint256) {
        mint(msg.sender, 10 ** 22);
        for (uint256 i = 0; i < count; ++i) transfer(to, i);
        return balanceOf[to];
    }

    /// Transfers of 1, 2, 3 … to as many receivers.
    function spreadTransfers(uint256 count, address first) external returns (uint256) {
        mint(msg.sender, 10 ** 22);
        for (uint256 i = 1; i <= count; ++i) transfer(address(uint160(first) + uint160(i)), i);
        return balanceOf[msg.sender];
    }

    function mints(uint256 count, address to) external returns (uint256) {
        for (uint256 i = 0; i < count; ++i) mint(to, i);
        return balanceOf[to] + totalSupply;
    }

    /// Approvals of 1, 2, 3 …, each used up at once.
    function approvals(uint256 count, address to) external returns (uint256) {
        mint(msg.sender, 10 ** 22);
        for (uint256 i = 1; i <= count; ++i) {
            require(allowance[msg.sender][msg.sender] == 0, "allowance left over");
            approve(msg.sender, i);
            require(allowance[msg.sender][msg.sender] == i, "allowance not given");
            transferFrom(msg.sender, to, i);
        }
        return balanceOf[to];
    }

    function mint(address to, uint256 amount) internal {
        require(to != address(0), "mint to nobody");
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function move(address from, address to, uint256 amount) internal {
        require(to != address(0), "transfer to nobody");
        uint256 balance = balanceOf[from];
        require(balance >= amount, "balance too low");
        unchecked {
            balanceOf[from] = balance - amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }

    function setAllowance(address owner, address spender, uint256 amount) internal {
        require(spender != address(0), "approval of nobody");
        allowance[owner][spender] = amount;
        emit Approval(owner, spender, amount);
    }
}
