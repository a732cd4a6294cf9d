"""How a measurement is told: what, the figure, the target, met or missed. Knows nothing else."""


def at_most(what: str, figure: float, target: float, unit: str = "times") -> bool:
    return tell(what, f"{figure:.2f} {unit}", f"at most {target:g}", figure <= target)


def at_least(what: str, figure: float, target: float, unit: str = "times") -> bool:
    return tell(what, f"{figure:.1f} {unit}", f"at least {target:g}", figure >= target)


def tell(what: str, figure: str, target: str, met: bool) -> bool:
    print(f"{what}: {figure} (target: {target}): {'met' if met else 'MISSED'}", flush=True)
    return met
