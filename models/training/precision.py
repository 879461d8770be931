"""Half precision where the machine is fast at it."""

import torch


def fast(device: torch.device) -> torch.autocast:
    """bfloat16 on a GPU or a processor that multiplies it; elsewhere it is imitated, nine times slower than float32."""
    quick = device.type == "cuda" or bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    return torch.autocast(device.type, torch.bfloat16, enabled=quick)
